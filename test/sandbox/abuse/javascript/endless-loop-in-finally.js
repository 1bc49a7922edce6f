// expect: timed-out
function strategy(df) {
  try {
    for (;;);
  } finally {
    for (;;);
  }
}
