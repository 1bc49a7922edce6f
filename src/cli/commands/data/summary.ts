/** Bars in one row, for people and as JSON. */
import type { Bars } from '../../../market/index.js';
import { alignedColumns } from '../../columns.js';

export interface Summary {
  readonly symbol: string;
  readonly bars: number;
  readonly first: string;
  readonly last: string;
  readonly calendar: string;
  readonly adjusted: boolean;
  readonly format: string;
  readonly file: string;
  readonly digest: string;
  readonly note: string | null;
}

export async function summarise(bars: Bars): Promise<Summary> {
  const { formatTime } = await import('../../../market/index.js');
  const { symbol, calendar, time, resolution, adjClose, source } = bars;
  return {
    symbol,
    bars: time.length,
    first: formatTime(time[0]!, resolution),
    last: formatTime(time.at(-1)!, resolution),
    calendar,
    adjusted: adjClose !== undefined,
    format: source.format,
    file: source.name,
    digest: source.digest,
    note: source.note ?? null,
  };
}

export function summaryTable(rows: readonly Summary[]): string[] {
  return alignedColumns(
    ['symbol', ' bars', 'first', 'last', 'calendar', 'adjusted', 'format', 'file', 'sha-256', 'note'],
    rows.map((row) => [
      row.symbol,
      String(row.bars),
      row.first,
      row.last,
      row.calendar,
      row.adjusted ? 'yes' : 'no',
      row.format,
      row.file,
      row.digest.slice(0, 12),
      row.note ?? '',
    ]),
  );
}
