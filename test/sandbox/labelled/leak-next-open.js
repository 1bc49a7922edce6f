// label: leak
// way: index ahead
// Knows where the market opens tomorrow.
function strategy(df) {
  const out = [];
  for (let i = 0; i < df.length; i++) {
    out.push(df.open[i + 1] > df.close[i] ? 1 : 0);
  }
  return out;
}
