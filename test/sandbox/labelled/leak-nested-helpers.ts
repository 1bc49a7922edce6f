// label: leak
// way: helper called ahead
// Two helpers deep.
function strategy(df: any): number[] {
  const c = df.close;
  const at = (i: number) => c[Math.min(i, c.length - 1)];
  const change = (i: number, w: number) => at(i + w) / at(i) - 1;
  const out = new Array(c.length).fill(0);
  for (let i = 1; i < c.length; i++) out[i] = change(i, 1) > 0 ? 1 : -1;
  return out;
}
