// expect: bad-output
function strategy(df) {
  Array.isArray = () => true;
  ArrayBuffer.isView = () => true;
  return { length: df.length };
}
