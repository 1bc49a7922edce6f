// label: clean
// kind: index ahead written
// Writes to i + 1 what it knew at i.
function strategy(df: any): number[] {
  const c = df.close;
  const out = new Array(c.length).fill(0);
  for (let i = 10; i < c.length - 1; i++) out[i + 1] = c[i] > c[i - 10] ? 1 : 0;
  return out;
}
