// expect: timed-out out-of-memory threw
function strategy(df) {
  let a = 3n;
  for (;;) a *= a;
}
