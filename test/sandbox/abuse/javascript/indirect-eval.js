// expect: ok
function strategy(df) {
  let got;
  try {
    got = (0, eval)('globalThis.process');
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
