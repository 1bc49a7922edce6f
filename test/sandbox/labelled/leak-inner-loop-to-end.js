// label: leak
// way: inner loop ahead
// Compares each close with the lowest of all that follow.
function strategy(df) {
  const c = df.close;
  const out = new Array(c.length).fill(0);
  for (let i = 0; i < c.length; i++) {
    let lowest = Infinity;
    for (let j = i + 1; j < c.length; j++) if (c[j] < lowest) lowest = c[j];
    out[i] = lowest > c[i] * 0.97 ? 1 : 0;
  }
  return out;
}
