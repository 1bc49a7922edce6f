// expect: threw out-of-memory timed-out
function strategy(df) {
  const s = 'abc'.repeat(2 ** 27);
  return [s.split('')];
}
