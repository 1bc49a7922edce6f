// label: clean
// kind: trend
// Two averages.
function strategy(df: any): number[] {
  const c = df.close;
  const avg = (i: number, w: number) => {
    let s = 0;
    for (let k = 0; k < w; k++) s += c[i - k];
    return s / w;
  };
  return c.map((_: number, i: number) => (i >= 49 && avg(i, 10) > avg(i, 50) ? 1 : 0));
}
