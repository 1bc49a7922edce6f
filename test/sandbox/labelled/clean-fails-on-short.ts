// label: clean
// kind: fails on short prefixes
// Throws on fewer than 600 bars; must not be accused for it.
function strategy(df: any): number[] {
  if (df.length < 600) throw new Error('not enough bars');
  return df.close.map((x: number, i: number) => (i > 99 && x > df.close[i - 100] ? 1 : 0));
}
