// expect: ok
function strategy(df) {
  let got;
  try {
    got = new Function('o', 'with (o) { return process }')({});
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
