// expect: threw
function strategy(df) {
  return df.close.map(() => Math.random());
}
