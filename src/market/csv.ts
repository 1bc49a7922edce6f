/** Comma-separated text, as the sources write it: quoted cells, any line ending, a byte-order mark. */
import { formatPlace, UserError } from '../base/errors.js';

/**
 * Rows of trimmed cells; row i is line i + 1, since no source breaks a line inside quotes.
 *
 * @throws UserError when the bytes are not UTF-8 text, or a quote stays open
 */
export function parseCsv(bytes: Uint8Array, file: string): string[][] {
  const text = decode(bytes, file);
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, i) =>
    line.includes('"') ? quotedCells(line, file, i + 1) : line.split(',').map((cell) => cell.trim()),
  );
}

function decode(bytes: Uint8Array, file: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Said below, as for text with NUL.
  }
  throw new UserError(`${file} is not text in UTF-8.`, 'Give a CSV file, saved as UTF-8.');
}

function quotedCells(line: string, file: string, number: number): string[] {
  const cells: string[] = [];
  const cell = /\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(,|$)/y;
  for (;;) {
    const found = cell.exec(line);
    if (!found)
      throw new UserError(
        `${formatPlace({ file, line: number })}: a quote is out of place.`,
        'Close every quote on its line and double those inside.',
      );
    cells.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim());
    if (found[3] === '') return cells;
  }
}
