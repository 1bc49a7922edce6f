// expect: ok
function strategy(df) {
  let got;
  try {
    got = process.exit(0) || std.exit(0) || os.kill(__PID__, 9);
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
