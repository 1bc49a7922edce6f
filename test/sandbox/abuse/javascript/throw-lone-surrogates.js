// expect: threw
function strategy(df) {
  throw new Error('\ud800'.repeat(1000));
}
