/** Stooq's daily CSV: the download of one symbol (English or Polish header), and a file of its bulk archive. */
import type { Layout } from '../rows.js';
import { dayTime } from '../time.js';
import { find, stem, type Source } from './source.js';

const HEADERS = [
  { time: 'Date', open: 'Open', high: 'High', low: 'Low', close: 'Close', volume: 'Volume' },
  {
    time: 'Data',
    open: 'Otwarcie',
    high: 'Najwyzszy',
    low: 'Najnizszy',
    close: 'Zamkniecie',
    volume: 'Wolumen',
  },
] as const;
const BULK = {
  time: '<DATE>',
  open: '<OPEN>',
  high: '<HIGH>',
  low: '<LOW>',
  close: '<CLOSE>',
  volume: '<VOL>',
} as const;
const NOTE =
  'Stooq adjusts prices for splits and, unless told otherwise, dividends; the file does not say which';

export const stooq: Source = {
  format: 'stooq',
  title:
    'Date,Open,High,Low,Close[,Volume], as Stooq exports it, or <TICKER>,<PER>,<DATE>,... of its archive',
  layout([header = []]) {
    for (const names of HEADERS)
      if (header.every((name) => (Object.values(names) as string[]).includes(name)))
        return layoutOf(header, names, dayTime, 'an ISO day such as 2024-12-31');
    return layoutOf(header, BULK, compactDay, 'a day such as 20241231');
  },
  symbol(file, rows) {
    const ticker = rows[0]!.indexOf('<TICKER>');
    const name = ticker < 0 ? stem(file) : (rows[1]?.[ticker] ?? '');
    return name.replace(/(_[A-Z]+)?_[DWMQY]$/, '').replace(/\.[A-Z]+$/, '') || stem(file);
  },
};

function layoutOf(
  header: readonly string[],
  names: Readonly<Record<'time' | 'open' | 'high' | 'low' | 'close' | 'volume', string>>,
  parseTime: Layout['parseTime'],
  timeForm: string,
): Layout | null {
  const { time, open, high, low, close, volume } = find(header, names);
  if (time === null || open === null || high === null || low === null || close === null) return null;
  return {
    time,
    open,
    high,
    low,
    close,
    adjClose: null,
    volume,
    header: 1,
    parseTime,
    timeForm,
    daily: true,
    calendar: 'exchange',
    note: NOTE,
  };
}

function compactDay(cell: string): number | null {
  return /^\d{8}$/.test(cell) ? dayTime(`${cell.slice(0, 4)}-${cell.slice(4, 6)}-${cell.slice(6)}`) : null;
}
