// label: leak
// way: negative shift
// slice(1) moves every close one day earlier.
function strategy(df) {
  const next = df.close.slice(1);
  const out = [];
  for (let i = 0; i < df.length; i++) out.push(next[i] > df.close[i] ? 1 : 0);
  return out;
}
