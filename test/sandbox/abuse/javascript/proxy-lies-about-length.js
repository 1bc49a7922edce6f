// expect: bad-output
function strategy(df) {
  return new Proxy([], { get: (t, k) => (k === 'length' ? 2 ** 53 : 0) });
}
