// expect: ok
function strategy(df) {
  Promise.reject(new Error('nobody listens'));
  return df.close.map(() => 0);
}
