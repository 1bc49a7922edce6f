// label: leak
// way: last bar
// at(-1) inside the loop.
function strategy(df: any): number[] {
  const c = df.close;
  const out = new Array(c.length).fill(0);
  for (let i = 0; i < c.length; i++) out[i] = c.at(-1) > c[i] ? 1 : -1;
  return out;
}
