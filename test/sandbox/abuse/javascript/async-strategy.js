// expect: bad-output
async function strategy(df) {
  return df.close.map(() => 1);
}
