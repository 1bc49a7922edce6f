// label: clean
// kind: risk rules
// Entry, stop, target and time limit by index arithmetic.
function strategy(df: any): number[] {
  const c = df.close;
  const out = new Array(c.length).fill(0);
  let pos = 0, px = 0, at = 0;
  for (let i = 50; i < c.length; i++) {
    if (pos === 1) {
      const ret = c[i] / px - 1;
      if (ret <= -0.05 || ret >= 0.1 || i - at >= 20) pos = 0;
    } else if (c[i] > c[i - 50]) {
      pos = 1;
      px = c[i];
      at = i;
    }
    out[i] = pos;
  }
  return out;
}
