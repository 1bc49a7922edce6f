// label: clean
// kind: volatility
// True range of today and yesterday.
function strategy(df: any): number[] {
  const { high, low, close } = df;
  const tr = close.map((_: number, i: number) =>
    i === 0 ? high[0] - low[0] : Math.max(high[i] - low[i], Math.abs(high[i] - close[i - 1]), Math.abs(low[i] - close[i - 1])),
  );
  const out = new Array(close.length).fill(0);
  for (let i = 30; i < close.length; i++) {
    let atr = 0;
    for (let k = i - 13; k <= i; k++) atr += tr[k] / 14;
    out[i] = atr / close[i] < 0.015 && close[i] > close[i - 30] ? 1 : 0;
  }
  return out;
}
