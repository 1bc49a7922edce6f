// label: leak
// way: index ahead
// The horizon hides in a constant.
function strategy(df: any): number[] {
  const c = df.close;
  const HOLD = 3;
  const out = new Array(c.length).fill(0);
  for (let t = 0; t + HOLD < c.length; t++) {
    out[t] = c[t + HOLD] >= c[t] ? 1 : 0;
  }
  return out;
}
