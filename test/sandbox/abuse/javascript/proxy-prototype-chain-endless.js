// expect: bad-output
function strategy(df) {
  const p = new Proxy({}, { getPrototypeOf: () => p, get: () => p, has: () => true });
  return p;
}
