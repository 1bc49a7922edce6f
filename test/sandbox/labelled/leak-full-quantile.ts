// label: leak
// way: whole sample
// A volume quantile over all bars.
function strategy(df: any): number[] {
  const v = df.volume;
  const sorted = [...v].sort((a: number, b: number) => a - b);
  const cut = sorted[Math.floor(sorted.length * 0.8)];
  return v.map((x: number, i: number) => (x > cut && df.close[i] > df.open[i] ? 1 : 0));
}
