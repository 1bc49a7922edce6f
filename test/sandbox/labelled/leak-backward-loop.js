// label: leak
// way: reversed series
// A loop from the end carries the highest close to come.
function strategy(df) {
  const c = df.close;
  const out = new Array(c.length).fill(0);
  let peak = 0;
  for (let i = c.length - 1; i >= 0; i--) {
    out[i] = peak > c[i] * 1.02 ? 1 : 0;
    peak = Math.max(peak, c[i]);
  }
  return out;
}
