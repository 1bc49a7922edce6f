// label: leak
// way: whole sample
// Scaled into the range of the whole sample.
function strategy(df) {
  const c = df.close;
  const low = Math.min(...c);
  const high = Math.max(...c);
  return c.map((x) => ((x - low) / (high - low) < 0.5 ? 1 : 0));
}
