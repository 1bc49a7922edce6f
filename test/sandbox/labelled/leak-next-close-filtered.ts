// label: leak
// way: index ahead
// A trend rule that only enters before up days: rare, so it shows at few bars.
function strategy(df: any): number[] {
  const c = df.close;
  const avg = (i: number, w: number) => {
    let s = 0;
    for (let k = 0; k < w; k++) s += c[i - k];
    return s / w;
  };
  const out = new Array(c.length).fill(0);
  for (let i = 100; i < c.length; i++) {
    if (avg(i, 20) > avg(i, 100) && c[i + 1] > c[i] * 1.012) out[i] = 1;
  }
  return out;
}
