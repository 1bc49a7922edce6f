// expect: ok
function strategy(df) {
  let got;
  try {
    got = process.env.FIDES_ABUSE_SECRET || globalThis.env || globalThis.scriptArgs;
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
