// expect: threw
function strategy(df) {
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  return proxy;
}
