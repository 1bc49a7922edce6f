// label: clean
// kind: lag
// A pivot low is used two bars after it happened.
function strategy(df: any): number[] {
  const l = df.low;
  const out = new Array(df.length).fill(0);
  let pos = 0;
  for (let i = 4; i < df.length; i++) {
    const p = i - 2;
    if (l[p] < l[p - 1] && l[p] < l[p + 1] && l[p] < l[p - 2] && l[p] < l[p + 2]) pos = 1;
    if (df.close[i] < l[i - 1]) pos = 0;
    out[i] = pos;
  }
  return out;
}
