// expect: threw timed-out
function strategy(df) {
  let a = [];
  for (let i = 0; i < 100_000; i++) a = [a];
  return JSON.stringify(a);
}
