// expect: bad-output ok threw
function strategy(df) {
  const out = df.close.map(() => 0);
  Object.defineProperty(out, 0, { get() { out.length = 1; return 0; } });
  return out;
}
