// expect: timed-out
Object.defineProperty(globalThis, 'strategy', {
  get() {
    for (;;);
  },
});
