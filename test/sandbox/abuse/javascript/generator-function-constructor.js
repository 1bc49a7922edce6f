// expect: ok
function strategy(df) {
  let got;
  try {
    got = Object.getPrototypeOf(function* () {}).constructor('yield globalThis.process')().next().value;
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
