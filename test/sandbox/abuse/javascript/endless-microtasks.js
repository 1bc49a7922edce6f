// expect: ok
function strategy(df) {
  const again = () => Promise.resolve().then(again);
  again();
  return df.close.map(() => 0);
}
