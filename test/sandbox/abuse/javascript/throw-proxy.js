// expect: threw
function strategy(df) {
  throw new Proxy({}, { get() { throw new Proxy({}, {}); }, getPrototypeOf() { throw 1; } });
}
