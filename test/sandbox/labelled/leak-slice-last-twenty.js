// label: leak
// way: last bar
// slice(-20) is the last twenty of the whole sample, not of today.
function strategy(df) {
  const c = df.close;
  const out = [];
  for (let i = 0; i < c.length; i++) {
    const recent = c.slice(-20);
    const m = recent.reduce((s, x) => s + x, 0) / recent.length;
    out.push(c[i] < m ? 1 : -1);
  }
  return out;
}
