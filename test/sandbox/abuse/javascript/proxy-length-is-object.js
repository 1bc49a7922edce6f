// expect: bad-output
function strategy(df) {
  return new Proxy([], { get: () => ({ valueOf() { for (;;); } }) });
}
