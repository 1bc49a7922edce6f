// expect: timed-out
function strategy(df) {
  throw { get message() { for (;;); } };
}
