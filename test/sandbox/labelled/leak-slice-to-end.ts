// label: leak
// way: slice ahead
// A slice without an end.
function strategy(df: any): number[] {
  const c = df.close;
  return c.map((x: number, i: number) => {
    const rest = c.slice(i);
    return Math.max(...rest) > x * 1.05 ? 1 : 0;
  });
}
