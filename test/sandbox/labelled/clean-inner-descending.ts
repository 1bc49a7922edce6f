// label: clean
// kind: inner loop
// The inner loop runs backward from today.
function strategy(df: any): number[] {
  const c = df.close;
  const out = new Array(c.length).fill(0);
  for (let i = 30; i < c.length; i++) {
    let weight = 0, sum = 0;
    for (let k = i; k > i - 30; k--) {
      const w = 30 - (i - k);
      sum += w * c[k];
      weight += w;
    }
    out[i] = c[i] > sum / weight ? 1 : -1;
  }
  return out;
}
