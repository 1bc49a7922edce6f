// label: clean
// kind: mean reversion
// The inner loop reads c[k + 1], which is never past bar i.
function strategy(df: any): number[] {
  const c = df.close;
  const out = new Array(c.length).fill(0);
  let pos = 0;
  for (let i = 14; i < c.length; i++) {
    let up = 0, dn = 0;
    for (let k = i - 14; k < i; k++) {
      const d = c[k + 1] - c[k];
      if (d > 0) up += d;
      else dn -= d;
    }
    const r = (100 * up) / (up + dn);
    if (r < 30) pos = 1;
    else if (r > 55) pos = 0;
    out[i] = pos;
  }
  return out;
}
