// expect: bad-output ok
function strategy(df) {
  const out = new Int8Array(df.length);
  try {
    out.buffer.transfer();
  } catch {}
  return out;
}
