// expect: timed-out
function strategy(df) {
  const a = Array.from({ length: 1_000_000 }, (_, i) => (i * 7919) % 1_000_003);
  for (;;) a.sort();
}
