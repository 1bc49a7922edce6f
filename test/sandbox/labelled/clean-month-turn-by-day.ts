// label: clean
// kind: calendar
// The first days of a month by the date itself.
function strategy(df: any): number[] {
  return df.date.map((d: string) => (Number(d.slice(8, 10)) <= 4 ? 1 : 0));
}
