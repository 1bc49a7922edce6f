// label: clean
// kind: running state
// Mean of all bars so far.
function strategy(df: any): number[] {
  let sum = 0;
  return df.close.map((x: number, i: number) => {
    sum += x;
    return x > sum / (i + 1) ? 1 : 0;
  });
}
