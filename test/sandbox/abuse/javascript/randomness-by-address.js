// expect: ok
function strategy(df) {
  const order = Object.keys({ b: 1, a: 2, 1: 3 }).join();
  if (order !== '1,b,a') throw new Error('ESCAPED ' + order);
  return df.close.map(() => 0);
}
