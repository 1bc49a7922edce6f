// expect: ok
function strategy(df) {
  if (globalThis.remembered || Array.prototype.remembered || Math.remembered) throw new Error('ESCAPED an earlier run');
  globalThis.remembered = Array.prototype.remembered = Math.remembered = true;
  Object.freeze(Math);
  const out = [];
  for (let i = 0; i < df.length; i++) out[i] = 0;
  return out;
}
