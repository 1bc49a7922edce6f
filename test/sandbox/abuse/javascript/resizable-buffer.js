// expect: bad-output ok threw
function strategy(df) {
  const buffer = new ArrayBuffer(df.length, { maxByteLength: 1 << 20 });
  const out = new Int8Array(buffer);
  Object.defineProperty(Int8Array.prototype, 0, { get() { buffer.resize(0); return 0; } });
  return out;
}
