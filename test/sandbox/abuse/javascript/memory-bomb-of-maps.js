// expect: out-of-memory timed-out
function strategy(df) {
  const all = new Map();
  for (let i = 0; ; i++) all.set(i, new Set([i]));
}
