// expect: out-of-memory timed-out
function strategy(df) {
  const all = [];
  for (;;) all.push({ a: [1, 2, 3] });
}
