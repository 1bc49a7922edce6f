// expect: ok
function strategy(df) {
  let got;
  try {
    got = require('net').connect(__PORT__, '127.0.0.1') || new WebSocket('ws://127.0.0.1:__PORT__');
  } catch {}
  if (got) throw new Error('ESCAPED ' + typeof got);
  return df.close.map(() => 0);
}
