// label: clean
// kind: running state
// Drawdown from the highest close so far.
function strategy(df: any): number[] {
  let peak = 0;
  return df.close.map((x: number) => {
    peak = Math.max(peak, x);
    return x > peak * 0.95 ? 1 : 0;
  });
}
