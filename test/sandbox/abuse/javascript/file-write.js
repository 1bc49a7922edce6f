// expect: ok
function strategy(df) {
  let got;
  try {
    got = std.open('__FILE__', 'w') || require('fs').writeFileSync('__FILE__', 'x');
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
