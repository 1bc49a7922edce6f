// label: clean
// kind: running state
// slice(-20) of an array that grows with the loop.
function strategy(df) {
  const seen = [];
  const out = [];
  for (let i = 0; i < df.length; i++) {
    seen.push(df.close[i]);
    const recent = seen.slice(-20);
    const m = recent.reduce((s, x) => s + x, 0) / recent.length;
    out.push(df.close[i] > m ? 1 : 0);
  }
  return out;
}
