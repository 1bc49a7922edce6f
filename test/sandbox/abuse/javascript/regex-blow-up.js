// expect: timed-out
function strategy(df) {
  return [/^(a+)+$/.test('a'.repeat(60) + 'b')];
}
