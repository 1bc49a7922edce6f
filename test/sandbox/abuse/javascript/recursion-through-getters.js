// expect: threw
function strategy(df) {
  const o = { get a() { return this.a; } };
  return o.a;
}
