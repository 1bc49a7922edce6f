// label: clean
// kind: volume
// Volume against its own past average.
function strategy(df: any): number[] {
  const v = df.volume;
  const out = new Array(df.length).fill(0);
  for (let i = 20; i < df.length; i++) {
    const before = v.slice(i - 20, i);
    const mean = before.reduce((s: number, x: number) => s + x, 0) / before.length;
    if (v[i] > 1.5 * mean && df.close[i] < df.open[i]) out[i] = 1;
  }
  return out;
}
