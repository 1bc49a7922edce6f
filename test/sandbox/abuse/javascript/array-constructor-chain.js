// expect: ok
function strategy(df) {
  let got;
  try {
    got = [].constructor.constructor('return typeof process !== "undefined" && process')();
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
