// expect: bad-output
function strategy(df) {
  return df.close.map(() => ({ valueOf: () => 1 }));
}
