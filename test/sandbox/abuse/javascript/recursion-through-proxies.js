// expect: threw timed-out
function strategy(df) {
  let p = {};
  for (let i = 0; i < 100_000; i++) p = new Proxy(p, {});
  return p.x;
}
