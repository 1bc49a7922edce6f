// expect: threw out-of-memory timed-out
function strategy(df) {
  const a = new Array(2 ** 20).fill('x'.repeat(2 ** 16));
  return [a.join()];
}
