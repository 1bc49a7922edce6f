// label: leak
// way: slice ahead
// The window of the average ends five bars too late.
function strategy(df: any): number[] {
  const c = df.close;
  const mean = (a: number[]) => a.reduce((s, x) => s + x, 0) / a.length;
  const out = new Array(c.length).fill(0);
  for (let i = 20; i < c.length; i++) {
    const m = mean(c.slice(i - 15, i + 5));
    out[i] = c[i] > m ? 1 : 0;
  }
  return out;
}
