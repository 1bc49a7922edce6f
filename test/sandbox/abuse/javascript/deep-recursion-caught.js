// expect: timed-out threw
function strategy(df) {
  const f = () => {
    try {
      f();
    } catch {
      f();
    }
  };
  f();
}
