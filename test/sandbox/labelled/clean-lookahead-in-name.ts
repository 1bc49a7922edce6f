// label: clean
// kind: words only
// Names speak of the future, the rule does not.
function strategy(df: any): number[] {
  const c = df.close;
  const lookahead = 1;
  const nextSignal = (i: number) => (c[i] > c[i - lookahead] ? 1 : 0);
  const out: number[] = [0];
  for (let i = lookahead; i < c.length; i++) out.push(nextSignal(i));
  return out;
}
