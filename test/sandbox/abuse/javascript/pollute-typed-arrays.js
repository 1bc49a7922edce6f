// expect: ok
function strategy(df) {
  for (const type of [Int8Array, Uint32Array, Uint16Array, Float64Array]) {
    const base = Object.getPrototypeOf(type.prototype);
    Object.defineProperty(base, 'length', { get: () => 0, configurable: true });
    base.set = base.fill = () => { throw new Error('ESCAPED'); };
    globalThis[type.name] = undefined;
  }
  return df.close.map(() => 0);
}
