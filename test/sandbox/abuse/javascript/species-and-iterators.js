// expect: ok
function strategy(df) {
  Object.defineProperty(Array, Symbol.species, { get() { throw new Error('ESCAPED'); }, configurable: true });
  Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1; };
  const out = [];
  for (let i = 0; i < df.length; i++) out[i] = 0;
  return out;
}
