// expect: threw
function strategy(df) {
  const o = { toString: () => '' + o };
  return [String(o)];
}
