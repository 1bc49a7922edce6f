// expect: ok
function strategy(df) {
  let got;
  try {
    got = df.close.map.constructor('return this')().process || df.constructor.constructor('return this')().require;
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
