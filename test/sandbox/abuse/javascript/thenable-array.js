// expect: ok
function strategy(df) {
  const out = df.close.map(() => 0);
  out.then = () => { for (;;); };
  return out;
}
