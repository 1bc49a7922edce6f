// expect: ok
function strategy(df) {
  return new Proxy(df.close.map(() => 0), {});
}
