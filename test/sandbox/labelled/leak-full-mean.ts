// label: leak
// way: whole sample
// Distance from the mean of all bars.
function strategy(df: any): number[] {
  const c = df.close;
  const mean = c.reduce((s: number, x: number) => s + x, 0) / c.length;
  return c.map((x: number) => (x < mean ? 1 : -1));
}
