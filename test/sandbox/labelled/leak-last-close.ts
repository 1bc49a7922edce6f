// label: leak
// way: last bar
// Buys whenever the price is below where it will end.
function strategy(df: any): number[] {
  const c = df.close;
  const end = c[c.length - 1];
  return c.map((x: number) => (x < end ? 1 : 0));
}
