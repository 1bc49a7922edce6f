// label: leak
// way: centred window
// A pivot low is known only when the next bar is.
function strategy(df: any): number[] {
  const l = df.low;
  const out = new Array(df.length).fill(0);
  let pos = 0;
  for (let i = 2; i < df.length - 2; i++) {
    if (l[i] < l[i - 1] && l[i] < l[i + 1] && l[i] < l[i + 2]) pos = 1;
    else if (df.high[i] > df.high[i - 1] && df.high[i] > df.high[i + 1]) pos = 0;
    out[i] = pos;
  }
  return out;
}
