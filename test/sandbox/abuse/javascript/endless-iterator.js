// expect: timed-out out-of-memory
function strategy(df) {
  return Array.from({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) });
}
