// label: leak
// way: whole sample
// Normalised by mean and deviation of the sample.
function strategy(df: any): number[] {
  const c = df.close;
  const r = c.map((x: number, i: number) => (i === 0 ? 0 : x / c[i - 1] - 1));
  const m = r.reduce((s: number, x: number) => s + x, 0) / r.length;
  const sd = Math.sqrt(r.reduce((s: number, x: number) => s + (x - m) ** 2, 0) / r.length);
  return r.map((x: number) => ((x - m) / sd < -1 ? 1 : (x - m) / sd > 1 ? -1 : 0));
}
