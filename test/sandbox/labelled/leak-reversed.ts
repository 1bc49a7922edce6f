// label: leak
// way: reversed series
// Averages run over the reversed series.
function strategy(df: any): number[] {
  const back = [...df.close].reverse();
  let e = back[0];
  const ema = back.map((x: number) => (e = 0.1 * x + 0.9 * e)).reverse();
  return df.close.map((x: number, i: number) => (ema[i] > x ? 1 : 0));
}
