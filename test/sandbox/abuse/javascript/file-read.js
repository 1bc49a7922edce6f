// expect: ok
function strategy(df) {
  let got;
  try {
    got = std.loadFile('/etc/passwd') || os.open('/etc/passwd', 0);
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
