// label: leak
// way: index ahead
// Stays out on days before a low below today's low.
function strategy(df: any): number[] {
  const n = df.length;
  const signal: number[] = new Array(n).fill(1);
  for (let i = 0; i < n - 1; i++) {
    if (df.low[i + 1] < df.low[i]) signal[i] = 0;
  }
  return signal;
}
