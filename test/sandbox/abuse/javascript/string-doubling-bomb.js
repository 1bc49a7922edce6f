// expect: threw out-of-memory timed-out
function strategy(df) {
  let s = 'x';
  for (;;) s += s;
}
