// label: clean
// kind: constant
// Flat, then long for good: knows nothing.
function strategy(df) {
  return df.close.map((_, i) => (i < 300 ? 0 : 1));
}
