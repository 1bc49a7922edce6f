// expect: out-of-memory timed-out
function strategy(df) {
  const all = [];
  for (;;) all.push(new ArrayBuffer(1 << 20));
}
