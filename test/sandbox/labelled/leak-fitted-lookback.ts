// label: leak
// way: whole sample
// Picks the lookback that did best on all bars, then trades it from the start.
function strategy(df: any): number[] {
  const c = df.close;
  const signals = (w: number) => c.map((x: number, i: number) => (i >= w && x > c[i - w] ? 1 : 0));
  const score = (s: number[]) => s.reduce((sum, p, i) => (i + 1 < c.length ? sum + p * (c[i + 1] / c[i] - 1) : sum), 0);
  let best = signals(5);
  for (const w of [10, 20, 50, 100, 200]) {
    const candidate = signals(w);
    if (score(candidate) > score(best)) best = candidate;
  }
  return best;
}
