// label: leak
// way: centred window
// Smoothed with a window centred on the day.
function strategy(df: any): number[] {
  const c = df.close;
  const half = 5;
  const smooth = c.map((_: number, i: number) => {
    let s = 0, k = 0;
    for (let j = Math.max(0, i - half); j <= Math.min(c.length - 1, i + half); j++) {
      s += c[j];
      k += 1;
    }
    return s / k;
  });
  return smooth.map((m: number, i: number) => (i > 0 && m > smooth[i - 1] ? 1 : -1));
}
