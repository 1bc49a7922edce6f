/** Bytes of a file in any known format become bars. */
import { sha256 } from '../base/digest.js';
import { UserError } from '../base/errors.js';
import { calendarOf } from './calendars.js';
import { parseCsv } from './csv.js';
import { inspect } from './inspect.js';
import { readColumns, type Layout, type Warning } from './rows.js';
import { SOURCES } from './sources/index.js';
import { stem, type Source } from './sources/source.js';
import type { Bars, Calendar } from './types.js';
import { isZip, unzipCsv } from './unzip.js';

export interface ReadOptions {
  /** The symbol; from the file's name or content when absent. */
  readonly symbol?: string;
  /** 'tidy', 'yahoo', 'stooq', 'binance' or 'vega-datasets'; recognised by the first line when absent. */
  readonly format?: string;
  /** How time runs; by the format when absent (Binance around the clock, others exchange days). */
  readonly calendar?: Calendar;
  /** Longest ordinary step between bars in days; 5 on an exchange, 1 around the clock when absent. */
  readonly gapDays?: number;
  /** Called for what a reader should know: gaps, weekends, mixed adjustment. Silent when absent. */
  readonly warn?: (warning: Warning) => void;
}

/**
 * @param bytes a CSV file, or a zip archive with one in it
 * @param file its name, for messages and as the source's name
 * @throws UserError with file and line when the content is not bars
 */
export function parseBars(bytes: Uint8Array, file: string, options: ReadOptions = {}): Bars {
  const warn = options.warn ?? (() => {});
  const rows = parseCsv(isZip(bytes) ? unzipCsv(bytes, file) : bytes, file);
  const { source, layout } = recognise(rows, file, options.format);
  const { lines, ...columns } = readColumns(rows, layout, file, warn);
  const calendar = options.calendar ?? layout.calendar ?? calendarOf(columns.time);
  inspect({ ...columns, lines }, calendar, file, options.gapDays).forEach(warn);
  return {
    symbol: options.symbol ?? source.symbol?.(file, rows) ?? stem(file),
    calendar,
    ...columns,
    source: {
      format: source.format,
      name: file,
      digest: sha256(bytes),
      synthetic: false,
      ...(layout.note !== undefined && { note: layout.note }),
    },
  };
}

function recognise(
  rows: readonly (readonly string[])[],
  file: string,
  format: string | undefined,
): { source: Source; layout: Layout } {
  const candidates = format === undefined ? SOURCES : SOURCES.filter((source) => source.format === format);
  if (candidates.length === 0)
    throw new UserError(
      `"${format}" is not a format of bars.`,
      `Formats are ${SOURCES.map((source) => source.format).join(', ')}.`,
    );
  for (const source of candidates) {
    const layout = rows.length === 0 ? null : source.layout(rows);
    if (layout) return { source, layout };
  }
  const first = (rows[0]?.join(',') ?? '').replace(/[^\x20-\x7e]/g, '?');
  throw new UserError(
    `${file}:1: "${first.length > 80 ? `${first.slice(0, 80)}...` : first}" begins no ${format ?? 'known'} file of bars.`,
    `Expected ${candidates.map((source) => `${source.format}: ${source.title}`).join('; ')}.`,
  );
}
