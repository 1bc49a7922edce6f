// label: clean
// kind: trend
// Two exponential averages built by pushing.
function strategy(df: any): number[] {
  const ema = (x: number[], w: number) => {
    const a = 2 / (w + 1);
    const e = [x[0]];
    for (let i = 1; i < x.length; i++) e.push(a * x[i] + (1 - a) * e[i - 1]);
    return e;
  };
  const f = ema(df.close, 12), g = ema(df.close, 26);
  return f.map((x, i) => (x > g[i] ? 1 : -1));
}
