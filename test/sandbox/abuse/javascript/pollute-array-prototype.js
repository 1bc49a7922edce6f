// expect: ok
function strategy(df) {
  const out = df.close.map(() => 0);
  for (let i = 0; i < 3; i++) Object.defineProperty(Array.prototype, i, { set() { throw 1; }, get: () => 1 });
  Array.prototype.map = Array.prototype.push = Array.prototype[Symbol.iterator] = () => { throw new Error('ESCAPED'); };
  return out;
}
