// label: leak
// way: index ahead
// Labels each day with the return of the next five.
function strategy(df: any): number[] {
  const c = df.close;
  const out = new Array(c.length).fill(0);
  for (let i = 0; i < c.length - 5; i++) {
    const label = c[i + 5] / c[i] - 1;
    if (label > 0.01) out[i] = 1;
    if (label < -0.01) out[i] = -1;
  }
  return out;
}
