// expect: ok
function strategy(df) {
  let got;
  for (const name of ['std', 'os', 'bjson', 'qjs:os']) import(name).then((m) => (got = m));
  if (got) throw new Error('ESCAPED');
  return df.close.map(() => 0);
}
