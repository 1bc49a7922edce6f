// expect: threw
function strategy(df) {
  const out = df.close.map(() => 0);
  Object.defineProperty(out, 7, { get() { throw new Error('from a getter'); } });
  return out;
}
