// label: clean
// kind: mean reversion
// A z-score over the window, by helpers that take arrays.
function strategy(df: any): number[] {
  const mean = (a: number[]) => a.reduce((s, x) => s + x, 0) / a.length;
  const deviation = (a: number[]) => Math.sqrt(mean(a.map((x) => (x - mean(a)) ** 2)));
  const c = df.close;
  const out = new Array(c.length).fill(0);
  for (let i = 29; i < c.length; i++) {
    const w = c.slice(i - 29, i + 1);
    const z = (c[i] - mean(w)) / (deviation(w) || 1);
    out[i] = z < -1 ? 1 : z > 1 ? -1 : 0;
  }
  return out;
}
