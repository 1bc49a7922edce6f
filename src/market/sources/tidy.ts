/** Our own format: `date,open,high,low,close[,adj_close][,volume]`, or `time` (UTC milliseconds) instead of `date`. */
import { DAY, dayTime, isoDay } from '../time.js';
import type { Bars } from '../types.js';
import { find, type Source } from './source.js';

const NAMES = {
  date: 'date',
  time: 'time',
  open: 'open',
  high: 'high',
  low: 'low',
  close: 'close',
  adjClose: 'adj_close',
  volume: 'volume',
} as const;
const KNOWN = new Set<string>(Object.values(NAMES));

export const tidy: Source = {
  format: 'tidy',
  title:
    'date,open,high,low,close[,adj_close][,volume]; time in UTC milliseconds instead of date within the day',
  layout([header = []]) {
    const { date, time, open, high, low, close, adjClose, volume } = find(header, NAMES);
    if (open === null || high === null || low === null || close === null) return null;
    if ((date === null) === (time === null) || !header.every((name) => KNOWN.has(name))) return null;
    const shared = { open, high, low, close, adjClose, volume, header: 1 } as const;
    return date !== null
      ? {
          ...shared,
          time: date,
          parseTime: dayTime,
          timeForm: 'an ISO day such as 2024-12-31',
          daily: true,
          calendar: null,
        }
      : {
          ...shared,
          time: time!,
          parseTime: milliseconds,
          timeForm: 'a time in UTC milliseconds such as 1704067200000',
          daily: false,
          calendar: null,
        };
  },
};

/** Milliseconds from 1970 to 2199. */
export function milliseconds(cell: string): number | null {
  if (!/^\d{1,13}$/.test(cell)) return null;
  const time = Number(cell);
  return time < 230 * 365.25 * DAY ? time : null;
}

/** Bars as tidy CSV; reading it back gives the same numbers. */
export function formatTidy(bars: Bars): string {
  const daily = bars.resolution === 'day';
  const columns = [
    bars.open,
    bars.high,
    bars.low,
    bars.close,
    ...(bars.adjClose ? [bars.adjClose] : []),
    bars.volume,
  ];
  const lines = [`${daily ? 'date' : 'time'},open,high,low,close,${bars.adjClose ? 'adj_close,' : ''}volume`];
  bars.time.forEach((time, t) => {
    lines.push(
      [daily ? isoDay(time) : String(time), ...columns.map((column) => String(column[t]))].join(','),
    );
  });
  return `${lines.join('\n')}\n`;
}
