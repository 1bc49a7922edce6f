// expect: ok
function strategy(df) {
  let got;
  try {
    got = process.stdout.write('\0'.repeat(100)) || print('x') || std.out.puts('x');
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
