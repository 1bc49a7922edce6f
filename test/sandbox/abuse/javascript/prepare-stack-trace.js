// expect: ok
function strategy(df) {
  let sites;
  Error.prepareStackTrace = (_, s) => (sites = s);
  new Error('x').stack;
  if (sites && sites.some((s) => s.getThis && s.getThis().process)) throw new Error('ESCAPED');
  return df.close.map(() => 0);
}
