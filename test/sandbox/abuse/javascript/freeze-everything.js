// expect: ok
function strategy(df) {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    try {
      Object.freeze(globalThis[name]);
      Object.freeze(globalThis[name].prototype);
    } catch {}
  }
  const out = [];
  for (let i = 0; i < df.length; i++) out[i] = 0;
  return Object.freeze(out);
}
