// expect: out-of-memory threw timed-out
function strategy(df) {
  return new Float64Array(2 ** 30);
}
