// label: clean
// kind: constant
// Always long.
function strategy(df: any): number[] {
  return new Array(df.length).fill(1);
}
