// label: clean
// kind: bounded window
// The median of a sorted window.
function strategy(df: any): number[] {
  const c = df.close;
  return c.map((x: number, i: number) => {
    if (i < 21) return 0;
    const w = c.slice(i - 20, i + 1).sort((a: number, b: number) => a - b);
    return x > w[10] ? 1 : 0;
  });
}
