// label: leak
// way: whole sample
// A straight line fitted to all bars.
function strategy(df: any): number[] {
  const c = df.close;
  const n = c.length;
  let sx = 0, sy = 0, sxy = 0, sxx = 0;
  for (let i = 0; i < n; i++) {
    sx += i;
    sy += c[i];
    sxy += i * c[i];
    sxx += i * i;
  }
  const slope = (n * sxy - sx * sy) / (n * sxx - sx * sx);
  const base = (sy - slope * sx) / n;
  return c.map((x: number, i: number) => (x < base + slope * i ? 1 : 0));
}
