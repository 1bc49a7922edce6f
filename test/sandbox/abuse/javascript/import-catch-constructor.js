// expect: ok
function strategy(df) {
  import('fs').catch((e) => {
    if (e.constructor.constructor('return process')().pid) throw new Error('ESCAPED');
  });
  return df.close.map(() => 0);
}
