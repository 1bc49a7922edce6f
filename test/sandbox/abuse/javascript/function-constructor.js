// expect: ok
function strategy(df) {
  let got;
  try {
    got = new Function('return globalThis.process || globalThis.require')();
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
