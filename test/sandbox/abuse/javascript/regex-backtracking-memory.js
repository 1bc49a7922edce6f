// expect: timed-out threw out-of-memory
function strategy(df) {
  return [/(?:(a*)*)*b/.test('a'.repeat(1_000_000))];
}
