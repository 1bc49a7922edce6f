// expect: ok
function strategy(df) {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    try {
      delete globalThis[name];
    } catch {}
  }
  return df.close.map(() => 0);
}
