// expect: ok
function strategy(df) {
  globalThis.strategy = undefined;
  df.length = -1;
  df.close.length = 3;
  const out = [];
  for (let i = 0; i < df.open.length; i++) out[i] = 0;
  return out;
}
