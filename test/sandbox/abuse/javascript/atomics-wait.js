// expect: ok
function strategy(df) {
  let got;
  try {
    got = Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
