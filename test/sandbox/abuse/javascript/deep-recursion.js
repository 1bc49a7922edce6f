// expect: threw timed-out
function strategy(df) {
  return strategy(df);
}
