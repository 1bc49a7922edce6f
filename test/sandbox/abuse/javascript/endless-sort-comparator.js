// expect: timed-out
function strategy(df) {
  return df.close.sort(() => { for (;;); });
}
