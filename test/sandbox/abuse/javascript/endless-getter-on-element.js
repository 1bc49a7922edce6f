// expect: timed-out
function strategy(df) {
  const out = df.close.map(() => 0);
  Object.defineProperty(out, 7, { get() { for (;;); } });
  return out;
}
