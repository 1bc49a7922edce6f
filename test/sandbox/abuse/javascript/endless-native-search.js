// expect: timed-out
function strategy(df) {
  const s = 'a'.repeat(8_000_000);
  for (;;) s.indexOf('a'.repeat(4_000_000) + 'b');
}
