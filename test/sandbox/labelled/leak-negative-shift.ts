// label: leak
// way: negative shift
// A pandas-like shift by -1.
function strategy(df: any): number[] {
  const shift = (a: number[], k: number) => a.map((_, i) => a[i - k] ?? NaN);
  const next = shift(df.close, -1);
  return df.close.map((x: number, i: number) => (next[i] > x ? 1 : 0));
}
