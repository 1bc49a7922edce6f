// expect: ok
function strategy(df) {
  let got;
  try {
    got = Object.getPrototypeOf(async function () {}).constructor('return this.process')().process;
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
