// expect: timed-out
function strategy(df) {
  for (;;);
}
