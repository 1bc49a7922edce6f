// expect: ok
function strategy(df) {
  let got;
  try {
    got = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
