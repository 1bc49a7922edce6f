// expect: timed-out
function strategy(df) {
  for (;;) {
    try {
      for (;;);
    } catch {}
  }
}
