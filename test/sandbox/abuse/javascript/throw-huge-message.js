// expect: threw timed-out
function strategy(df) {
  throw new Error('x'.repeat(20_000_000));
}
