// expect: ok
function strategy(df) {
  class Mine extends Date {}
  if (+new Mine() !== 0) throw new Error('ESCAPED');
  return df.close.map(() => 0);
}
