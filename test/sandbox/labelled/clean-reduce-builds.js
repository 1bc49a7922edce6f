// label: clean
// kind: running state
// A reduce that builds an average bar by bar.
function strategy(df) {
  const ema = df.close.reduce((acc, x, i) => {
    acc.push(i === 0 ? x : acc[i - 1] + 0.1 * (x - acc[i - 1]));
    return acc;
  }, []);
  return df.close.map((x, i) => (x > ema[i] ? 1 : -1));
}
