/** Rows of text in aligned columns; a column whose name begins with a space holds numbers and is aligned right. */
export function alignedColumns(names: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const right = names.map((name) => name.startsWith(' '));
  const all = [names.map((name) => name.trim()), ...rows];
  const widths = names.map((_, i) => Math.max(...all.map((row) => row[i]!.length)));
  return all.map((row) =>
    row
      .map((cell, i) => (right[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
}
