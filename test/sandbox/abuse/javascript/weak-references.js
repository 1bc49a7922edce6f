// expect: ok
function strategy(df) {
  let got;
  try {
    got = new WeakRef({}) || new FinalizationRegistry(() => {});
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
