// label: clean
// kind: bounded window
// The last element of a window that ends today.
function strategy(df: any): number[] {
  const c = df.close;
  return c.map((_: number, i: number) => {
    const w = c.slice(Math.max(0, i - 9), i + 1);
    return w[w.length - 1] > w[0] && w.at(-1) > Math.min(...w) ? 1 : 0;
  });
}
