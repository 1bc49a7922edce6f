// expect: bad-output timed-out
function strategy(df) {
  return 'x'.repeat(50_000_000);
}
