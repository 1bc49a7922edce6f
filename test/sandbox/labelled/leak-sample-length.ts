// label: leak
// way: needs the next bar
// The warm-up is a share of the sample, so old signals move as bars are added.
function strategy(df: any): number[] {
  const c = df.close;
  const warm = Math.floor(c.length * 0.9);
  return c.map((x: number, i: number) => (i >= warm && x > c[i - 10] ? 1 : 0));
}
