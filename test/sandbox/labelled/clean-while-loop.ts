// label: clean
// kind: running state
// A while loop with a pointer that trails the bar.
function strategy(df: any): number[] {
  const c = df.close;
  const out = new Array(c.length).fill(0);
  let i = 0;
  while (i < c.length) {
    let j = i;
    while (j > 0 && i - j < 5) j--;
    out[i] = c[i] > c[j] ? 1 : 0;
    i++;
  }
  return out;
}
