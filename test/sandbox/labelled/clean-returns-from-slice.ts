// label: clean
// kind: aligned slice
// Returns by slice(1), put back in step with a leading zero.
function strategy(df: any): number[] {
  const c = df.close;
  const changes = c.slice(1).map((x: number, i: number) => x / c[i] - 1);
  const r = [0, ...changes];
  return r.map((x, i) => (i > 2 && r[i - 1] < 0 && x < 0 ? 1 : 0));
}
