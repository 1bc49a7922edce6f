// expect: bad-output out-of-memory timed-out
function strategy(df) {
  return new Array(5_000_000).fill(1);
}
