// label: leak
// way: helper called ahead
// A helper with an innocent name returns a later close.
function strategy(df) {
  const close = df.close;
  const reference = (i) => close[i + 2];
  return close.map((x, i) => (reference(i) > x ? 1 : 0));
}
