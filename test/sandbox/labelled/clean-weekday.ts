// label: clean
// kind: calendar
// Long on Mondays.
function strategy(df: any): number[] {
  return df.date.map((d: string) => (new Date(d).getUTCDay() === 1 ? 1 : 0));
}
