// label: leak
// way: needs the next bar
// The loop stops one bar early: today's signal exists only once tomorrow's bar does.
function strategy(df: any): number[] {
  const c = df.close;
  const out = new Array(c.length).fill(0);
  for (let i = 20; i < c.length - 1; i++) out[i] = c[i] > c[i - 20] ? 1 : -1;
  return out;
}
