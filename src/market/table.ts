/** Bars to and from Arquero tables, for notebooks. */
import { table, type ColumnTable } from 'arquero';
import { sha256 } from '../base/digest.js';
import { UserError } from '../base/errors.js';
import { parseBars, type ReadOptions } from './parse.js';
import { formatTidy } from './sources/tidy.js';
import { isoDay } from './time.js';
import type { Bars } from './types.js';

/**
 * A table with a row a bar: `symbol`, `date` (ISO day) or `time` (UTC milliseconds, for bars within the day), `open`,
 * `high`, `low`, `close`, `adj_close` where there is one, `volume`. The price columns are shared with the bars, not
 * copied.
 *
 * @example
 * toTable(sp500()).filter((d) => d.date >= '2008-01-01').rollup({ low: (d) => op.min(d.low) })
 */
export function toTable(bars: Bars): ColumnTable {
  return table({
    symbol: Array.from(bars.time, () => bars.symbol),
    ...(bars.resolution === 'day' ? { date: Array.from(bars.time, isoDay) } : { time: bars.time }),
    open: bars.open,
    high: bars.high,
    low: bars.low,
    close: bars.close,
    ...(bars.adjClose && { adj_close: bars.adjClose }),
    volume: bars.volume,
  });
}

const COLUMNS = ['date', 'time', 'open', 'high', 'low', 'close', 'adj_close', 'volume'];

/**
 * Bars of a table with the columns of `toTable`; `adj_close` and `volume` may be missing, others are left alone. Checked
 * as a file is: an error's line n is row n - 2 of the table, counted from 0, since line 1 is the header.
 *
 * @param symbol the symbol; taken from the column `symbol` when absent
 * @throws UserError when the rows are not the bars of one symbol
 */
export function fromTable(rows: ColumnTable, options: Omit<ReadOptions, 'format'> = {}): Bars {
  const symbols = rows.columnNames().includes('symbol') ? new Set(rows.array('symbol')) : new Set<unknown>();
  const symbol = options.symbol ?? (symbols.size === 1 ? String([...symbols][0]) : undefined);
  if (symbol === undefined || symbols.size > 1)
    throw new UserError(
      symbols.size > 1
        ? `The table holds bars of ${[...symbols].map(String).join(', ')}.`
        : 'The table does not say which symbol its bars are of.',
      symbols.size > 1 ? 'Filter it to one symbol.' : 'Add a column symbol, or give { symbol }.',
    );
  const names = rows.columnNames().filter((name) => COLUMNS.includes(name));
  const columns = names.map((name) => Array.from(rows.array(name), cellText));
  const lines = Array.from({ length: rows.numRows() }, (_, i) =>
    columns.map((column) => column[i]).join(','),
  );
  const text = [names.join(','), ...lines].join('\n');
  const bars = parseBars(Buffer.from(text), 'table', { ...options, symbol, format: 'tidy' });
  return { ...bars, source: { ...bars.source, name: 'table', digest: sha256(formatTidy(bars)) } };
}

function cellText(value: unknown): string {
  return value === null || value === undefined
    ? ''
    : value instanceof Date
      ? isoDay(value.getTime())
      : String(value);
}
