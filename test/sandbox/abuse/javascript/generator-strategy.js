// expect: bad-output
function* strategy(df) {
  for (;;) yield 1;
}
