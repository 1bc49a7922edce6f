// expect: out-of-memory timed-out
function strategy(df) {
  return new Array(2 ** 31).fill(0);
}
