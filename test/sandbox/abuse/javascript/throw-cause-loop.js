// expect: threw
function strategy(df) {
  const e = new Error('loop');
  e.cause = e;
  throw e;
}
