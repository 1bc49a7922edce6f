// expect: threw
function strategy(df) {
  throw { name: { toString() { for (;;); } }, message: { toString() { for (;;); } } };
}
