// expect: bad-output
function strategy(df) {
  return { get then() { for (;;); } };
}
