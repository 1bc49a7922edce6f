// label: clean
// kind: trend
// Series built from series.
function strategy(df: any): number[] {
  const closes = df.close.slice();
  const fast = smooth(closes, 12), slow = smooth(closes, 26);
  const macd = fast.map((x, i) => x - slow[i]);
  const line = smooth(macd, 9);
  return macd.map((x, i) => (x > line[i] ? 1 : 0));

  function smooth(x: number[], w: number): number[] {
    const e: number[] = [];
    x.forEach((v, i) => e.push(i === 0 ? v : e[i - 1] + (2 / (w + 1)) * (v - e[i - 1])));
    return e;
  }
}
