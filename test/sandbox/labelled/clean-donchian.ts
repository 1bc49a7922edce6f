// label: clean
// kind: breakout
// Highest high of the twenty bars before today.
function strategy(df: any): number[] {
  const out = new Array(df.length).fill(0);
  let pos = 0;
  for (let i = 20; i < df.length; i++) {
    const top = Math.max(...df.high.slice(i - 20, i));
    const bottom = Math.min(...df.low.slice(i - 20, i));
    if (df.close[i] > top) pos = 1;
    if (df.close[i] < bottom) pos = -1;
    out[i] = pos;
  }
  return out;
}
