/** Windows by dates, and the windows and symbols of the paper and of the default study. */
import { UserError } from '../base/errors.js';
import { DAY, dayTime, formatTime } from './time.js';
import type { Bars, Range, Window } from './types.js';

/** The paper's universe. */
export const PAPER_SYMBOLS: readonly string[] = ['SPY', 'QQQ', 'IWM', 'EFA', 'TLT', 'GLD', 'XLF', 'XLE'];

/** The paper's out-of-sample window. */
export const PAPER_WINDOW: Window = { start: '2023-01-01', end: '2024-12-31' };

/** The eight out-of-sample windows of the default study on the S&P 500 file. */
export const SP500_WINDOWS: readonly Window[] = [
  ...[2005, 2007, 2009, 2011, 2013, 2015, 2017].map((year) => ({
    start: `${year}-01-01`,
    end: `${year + 1}-12-31`,
  })),
  { start: '2019-01-01', end: '2020-04-17' },
];

/** Days by which bars may fall short of a window: holidays, and a vendor's last days. */
const SLACK_DAYS = 7;

/**
 * The bars of a window, first and last day inclusive [conv].
 *
 * @throws UserError when a date is none, the window is empty, or the bars fall short of it by more than a week
 */
export function rangeOf(bars: Bars, window: Window): Range {
  const start = dayOf(window.start, window);
  const end = dayOf(window.end, window) + DAY;
  if (start >= end)
    throw new UserError(
      `The window ${window.start}..${window.end} ends before it starts.`,
      'Give the earlier day first.',
    );
  const range = { from: firstAt(bars.time, start), to: firstAt(bars.time, end) };
  const n = bars.time.length;
  const short =
    n === 0 ||
    bars.time[0]! > start + SLACK_DAYS * DAY ||
    bars.time[n - 1]! < end - (SLACK_DAYS + 1) * DAY ||
    range.from === range.to;
  if (short) throw outside(bars, window);
  return range;
}

/** The same bars, cut to a range. The columns are views of the originals, not copies. */
export function sliceBars(bars: Bars, { from, to }: Range): Bars {
  const cut = (column: Float64Array) => column.subarray(from, to);
  return {
    ...bars,
    time: cut(bars.time),
    open: cut(bars.open),
    high: cut(bars.high),
    low: cut(bars.low),
    close: cut(bars.close),
    volume: cut(bars.volume),
    ...(bars.adjClose && { adjClose: cut(bars.adjClose) }),
  };
}

/** Reads `START..END` as the command line writes a window. */
export function parseWindow(text: string): Window {
  const [start = '', end = '', more] = text.split('..');
  const window = { start, end };
  if (more !== undefined || dayTime(start) === null || dayTime(end) === null || start > end)
    throw new UserError(
      `"${text}" is not a window.`,
      'Write two ISO days, the earlier first, such as 2023-01-01..2024-12-31; both count.',
    );
  return window;
}

function dayOf(text: string, window: Window): number {
  const time = dayTime(text);
  if (time === null)
    throw new UserError(
      `"${text}" in the window ${window.start}..${window.end} is not a day.`,
      'Write ISO days, such as 2024-12-31.',
    );
  return time;
}

/** Index of the first bar at or after a time. */
function firstAt(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function outside(bars: Bars, window: Window): UserError {
  const n = bars.time.length;
  const span =
    n === 0
      ? 'no bars'
      : `bars from ${formatTime(bars.time[0]!, bars.resolution)} to ${formatTime(bars.time[n - 1]!, bars.resolution)}`;
  return new UserError(
    `${bars.symbol} (${bars.source.name}) has ${span}, which do not cover the window ${window.start}..${window.end}.`,
    'Choose a window inside the data, or data that cover the window.',
  );
}
