// expect: bad-output
function strategy(df) {
  return { then(resolve) { resolve(df.close.map(() => 1)); } };
}
