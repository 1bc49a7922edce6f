// expect: timed-out
function strategy(df) {
  return new Proxy([], { get() { for (;;); } });
}
