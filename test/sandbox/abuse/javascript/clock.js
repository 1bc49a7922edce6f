// expect: ok
function strategy(df) {
  const a = [Date.now(), +new Date(), new Date().getTime(), Date.parse(Date()), +new (new Date(5).constructor)(), Reflect.construct(Date, []).getTime()];
  if (a.some((t) => t !== 0)) throw new Error('ESCAPED ' + a);
  return df.close.map(() => 0);
}
