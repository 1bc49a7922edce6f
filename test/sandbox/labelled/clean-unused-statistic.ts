// label: clean
// kind: unused
// A maximum of all bars that decides nothing.
function strategy(df: any): number[] {
  const c = df.close;
  const highest = Math.max(...c);
  const out = new Array(c.length).fill(0);
  for (let i = 1; i < c.length; i++) out[i] = c[i] > c[i - 1] ? 1 : 0;
  return out;
}
