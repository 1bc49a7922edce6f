// expect: out-of-memory timed-out
function strategy(df) {
  const all = [];
  for (;;) {
    try {
      for (;;) all.push(new ArrayBuffer(1 << 16));
    } catch {}
  }
}
