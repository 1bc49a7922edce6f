// expect: ok
function strategy(df) {
  let got;
  try {
    got = strategy.caller || arguments.callee.caller;
  } catch {}
  const trace = String(new Error('x').stack);
  if (got || /[/\\]|file:|node:/.test(trace)) throw new Error('ESCAPED ' + trace);
  return df.close.map(() => 0);
}
