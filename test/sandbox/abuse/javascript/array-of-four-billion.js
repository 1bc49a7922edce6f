// expect: bad-output
function strategy(df) {
  const out = [];
  out.length = 2 ** 32 - 1;
  return out;
}
