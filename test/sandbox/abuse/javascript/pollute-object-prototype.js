// expect: ok
function strategy(df) {
  Object.prototype.polluted = 1;
  Object.defineProperty(Object.prototype, 'length', { get: () => 5, configurable: true });
  Object.prototype.get = () => 1;
  return df.close.map(() => 0);
}
