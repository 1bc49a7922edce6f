// expect: ok
function strategy(df) {
  let got;
  import('node:fs').then((fs) => (got = fs));
  if (got) throw new Error('ESCAPED');
  return df.close.map(() => 0);
}
