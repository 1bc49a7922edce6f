// label: clean
// kind: words only
// // c[i + 1] and shift(-1) stand in comments and strings only.
function strategy(df: any): number[] {
  // Never use c[i + 1] here: shift(-1) would look ahead.
  const note = 'center=True and .iloc[i + 1] are forbidden';
  const c = df.close;
  return c.map((x: number, i: number) => (note && i > 20 && x > c[i - 20] ? 1 : 0));
}
