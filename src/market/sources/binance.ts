/** Binance klines as its public archive holds them: twelve columns, no header (or one, in later files). */
import type { Layout } from '../rows.js';
import { milliseconds } from './tidy.js';
import { stem, type Source } from './source.js';

const COLUMNS = 12;

export const binance: Source = {
  format: 'binance',
  title: 'klines of the Binance archive, CSV or zip: open time,open,high,low,close,volume,close time,...',
  layout([firstRow = []]) {
    if (firstRow.length !== COLUMNS) return null;
    const header = firstRow[0] === 'open_time';
    if (!header && !/^\d{13}(\d{3})?$/.test(firstRow[0]!)) return null;
    return { ...LAYOUT, header: header ? 1 : 0 };
  },
  symbol: (file) => stem(file).replace(/-\d+[SMHDWO]+(-.*)?$/, ''),
};

const LAYOUT: Omit<Layout, 'header'> = {
  time: 0,
  open: 1,
  high: 2,
  low: 3,
  close: 4,
  adjClose: null,
  volume: 5,
  parseTime: openTime,
  timeForm: 'an open time in UTC milliseconds (13 digits) or microseconds (16 digits)',
  daily: false,
  calendar: 'continuous',
};

/** Milliseconds; spot files from 2025 on have microseconds. */
function openTime(cell: string): number | null {
  return milliseconds(/^\d{13}000$/.test(cell) ? cell.slice(0, 13) : cell);
}
