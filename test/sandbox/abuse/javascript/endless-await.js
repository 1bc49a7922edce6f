// expect: bad-output
async function strategy() {
  for (;;) await null;
}
