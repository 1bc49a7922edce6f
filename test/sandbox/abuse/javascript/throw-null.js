// expect: threw
function strategy(df) {
  throw null;
}
