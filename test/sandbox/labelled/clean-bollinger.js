// label: clean
// kind: mean reversion
// Bands over twenty bars.
function strategy(df) {
  const c = df.close;
  const avg = (i, w) => { let s = 0; for (let k = 0; k < w; k++) s += c[i - k]; return s / w; };
  const out = new Array(c.length).fill(0);
  for (let i = 20; i < c.length; i++) {
    const m = avg(i, 20);
    let v = 0;
    for (let k = 0; k < 20; k++) v += (c[i - k] - m) ** 2;
    const sd = Math.sqrt(v / 20);
    out[i] = c[i] < m - 2 * sd ? 1 : c[i] > m + 2 * sd ? -1 : 0;
  }
  return out;
}
