// expect: threw
function strategy(df) {
  return [new RegExp('(a)'.repeat(100_000))];
}
