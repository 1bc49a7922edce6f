// expect: ok
function strategy(df) {
  Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw new Error('ESCAPED'); };
  Reflect.apply = () => 1;
  return df.close.map(() => 0);
}
