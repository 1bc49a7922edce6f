// label: clean
// kind: lag
// A shift in the right direction.
function strategy(df) {
  const shift = (a, k) => a.map((_, i) => (i >= k ? a[i - k] : NaN));
  const before = shift(df.close, 5);
  return df.close.map((x, i) => (x > before[i] ? 1 : 0));
}
