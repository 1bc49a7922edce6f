// expect: out-of-memory
function strategy(df) {
  throw new InternalError('out of memory');
}
