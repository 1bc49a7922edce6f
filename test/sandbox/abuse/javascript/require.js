// expect: ok
function strategy(df) {
  let got;
  try {
    got = require('node:fs');
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
