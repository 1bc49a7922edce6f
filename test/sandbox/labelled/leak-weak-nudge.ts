// label: leak
// way: index ahead
// A sound rule with a rare peek: only on days that moved by more than two per cent.
function strategy(df: any): number[] {
  const c = df.close;
  const avg = (i: number, w: number) => {
    let s = 0;
    for (let k = 0; k < w; k++) s += c[i - k];
    return s / w;
  };
  const out = new Array(c.length).fill(0);
  for (let i = 60; i < c.length; i++) {
    let p = avg(i, 10) > avg(i, 60) ? 1 : 0;
    if (Math.abs(c[i] / c[i - 1] - 1) > 0.02) p = c[i + 1] > c[i] ? 1 : 0;
    out[i] = p;
  }
  return out;
}
