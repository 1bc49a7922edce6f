// expect: ok
function strategy(df) {
  let got;
  try {
    fetch('http://127.0.0.1:__PORT__/').then((r) => (got = r));
  } catch {}
  if (got) throw new Error('ESCAPED');
  return df.close.map(() => 0);
}
