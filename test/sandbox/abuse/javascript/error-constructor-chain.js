// expect: ok
function strategy(df) {
  let got;
  try {
    null.x;
  } catch (e) {
    got = e.constructor.constructor('return this')().process;
  }
  if (got) throw new Error('ESCAPED');
  return df.close.map(() => 0);
}
