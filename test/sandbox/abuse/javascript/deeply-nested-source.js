// expect: threw timed-out
function strategy(df) {
  return eval('['.repeat(200_000));
}
