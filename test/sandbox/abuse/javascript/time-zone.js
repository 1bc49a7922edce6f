// expect: ok
function strategy(df) {
  if (new Date(0).getTimezoneOffset() !== 0 || new Date(1e12).getHours() !== 1) throw new Error('ESCAPED');
  return df.close.map(() => 0);
}
