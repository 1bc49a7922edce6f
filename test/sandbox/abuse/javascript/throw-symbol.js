// expect: threw
function strategy(df) {
  throw Symbol('x');
}
