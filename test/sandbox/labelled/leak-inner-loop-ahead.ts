// label: leak
// way: inner loop ahead
// An inner loop looks at the coming ten highs.
function strategy(df: any): number[] {
  const out = new Array(df.length).fill(0);
  for (let i = 0; i < df.length; i++) {
    let top = 0;
    for (let k = 1; k <= 10; k++) top = Math.max(top, df.high[i + k] ?? 0);
    if (top > df.close[i] * 1.03) out[i] = 1;
  }
  return out;
}
