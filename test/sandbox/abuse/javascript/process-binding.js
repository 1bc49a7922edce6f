// expect: ok
function strategy(df) {
  let got;
  try {
    got = process.binding('fs') || process.mainModule;
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
