// label: leak
// way: helper called ahead
// The average helper is sound; it is asked for the bar after this one.
function strategy(df: any): number[] {
  const c = df.close;
  const avg = (i: number, w: number) => {
    let s = 0;
    for (let k = 0; k < w; k++) s += c[i - k];
    return s / w;
  };
  const out = new Array(c.length).fill(0);
  for (let i = 50; i < c.length; i++) {
    const fast = avg(i + 1, 10);
    const slow = avg(i, 50);
    out[i] = fast > slow ? 1 : 0;
  }
  return out;
}
