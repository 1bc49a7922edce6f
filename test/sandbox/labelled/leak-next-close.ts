// label: leak
// way: index ahead
// Long when tomorrow closes higher.
function strategy(df: any): number[] {
  const c = df.close;
  return c.map((x: number, i: number) => (i + 1 < c.length && c[i + 1] > x ? 1 : -1));
}
