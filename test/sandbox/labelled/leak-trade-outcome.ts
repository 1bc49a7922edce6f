// label: leak
// way: trade outcome
// Skips the trades that will be stopped out.
function strategy(df: any): number[] {
  const c = df.close;
  const out = new Array(c.length).fill(0);
  for (let i = 20; i < c.length; i++) {
    if (c[i] <= c[i - 20]) continue;
    let stopped = false;
    for (let k = 1; k <= 5 && i + k < c.length; k++) if (c[i + k] < c[i] * 0.98) stopped = true;
    if (!stopped) out[i] = 1;
  }
  return out;
}
