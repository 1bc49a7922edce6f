// label: leak
// way: calendar of the sample
// Knows how each month will end.
function strategy(df: any): number[] {
  const c = df.close;
  const last: Record<string, number> = {};
  df.date.forEach((d: string, i: number) => (last[d.slice(0, 7)] = c[i]));
  return c.map((x: number, i: number) => (last[df.date[i].slice(0, 7)] > x ? 1 : 0));
}
