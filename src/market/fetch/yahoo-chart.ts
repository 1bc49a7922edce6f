/** Daily bars from Yahoo Finance's chart service, which gives adjusted closes as JSON. */
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../base/errors.js';
import { parseBars } from '../parse.js';
import { readBars } from '../read.js';
import { formatTidy } from '../sources/tidy.js';
import { DAY, dayTime, isoDay } from '../time.js';
import type { Bars, Window } from '../types.js';
import { rangeOf } from '../windows.js';
import { getText, network, type Http } from './http.js';
import { hasSum, writeWithSum } from './sums.js';

export const YAHOO = 'https://query1.finance.yahoo.com';

export interface YahooOptions {
  readonly symbols: readonly string[];
  /** Days to fetch, both inclusive. */
  readonly window: Window;
  /** The server, or a mirror of it; Yahoo's when absent. */
  readonly server?: string;
  readonly http?: Http;
}

/**
 * Writes one tidy CSV a symbol into a folder. A symbol whose file is there, unchanged and long enough, is not fetched
 * again, so that a broken fetch goes on where it stopped.
 *
 * @returns the bars, in the order of the symbols
 * @throws UserError when a symbol is unknown, the server keeps failing, or what it sends is not daily bars
 */
export async function fetchYahoo(folder: string, options: YahooOptions): Promise<Bars[]> {
  const { symbols, window, server = YAHOO, http = network } = options;
  const task = http.progress.task('Yahoo Finance', symbols.length);
  const all: Bars[] = [];
  for (const symbol of symbols) {
    const file = `${symbol}.csv`;
    if (!isThere(folder, file, window)) {
      const bars = await getText(
        chartUrl(server, symbol, window),
        (text) => readChart(text, symbol, window),
        http,
      );
      writeWithSum(folder, file, formatTidy(bars));
    }
    all.push(readBars(join(folder, file)));
    task.advance(1, symbol);
  }
  task.done();
  return all;
}

function isThere(folder: string, file: string, window: Window): boolean {
  if (!hasSum(folder, file)) return false;
  try {
    rangeOf(readBars(join(folder, file)), window);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

function chartUrl(server: string, symbol: string, { start, end }: Window): string {
  const seconds = (day: string, later = 0) => String((dayTime(day)! + later) / 1000);
  const query = new URLSearchParams({
    period1: seconds(start),
    period2: seconds(end, DAY),
    interval: '1d',
    events: 'div,splits',
    includeAdjustedClose: 'true',
  });
  return `${server}/v8/finance/chart/${encodeURIComponent(symbol)}?${query}`;
}

const numbers = z.array(z.number().nullable());
const Chart = z.object({
  chart: z.object({
    error: z.object({ code: z.string(), description: z.string() }).nullable(),
    result: z
      .array(
        z.object({
          meta: z.object({ symbol: z.string(), gmtoffset: z.number() }),
          timestamp: z.array(z.number().int()).min(1),
          indicators: z.object({
            quote: z.tuple([
              z.object({ open: numbers, high: numbers, low: numbers, close: numbers, volume: numbers }),
            ]),
            adjclose: z.tuple([z.object({ adjclose: numbers })]),
          }),
        }),
      )
      .nullable(),
  }),
});

/**
 * Bars of a chart reply; days outside the window and days without values are left out.
 *
 * @throws when the text is not such a reply (worth another try), UserError when the reply itself names an error
 */
export function readChart(text: string, symbol: string, window: Window): Bars {
  const { error, result } = Chart.parse(JSON.parse(text)).chart;
  if (error)
    throw new UserError(
      `Yahoo Finance on ${symbol}: ${error.code}, ${error.description}.`,
      'Mend the symbol or the dates.',
    );
  const [series] = result ?? [];
  if (!series) throw new Error('no series');
  const { open, high, low, close, volume } = series.indicators.quote[0];
  const columns = [open, high, low, close, series.indicators.adjclose[0].adjclose, volume];
  if (columns.some((column) => column.length !== series.timestamp.length))
    throw new Error('columns of different lengths');
  const lines = series.timestamp.flatMap((seconds, t) => {
    // The stamp is the opening of the session; the exchange's offset makes its date.
    const day = isoDay((seconds + series.meta.gmtoffset) * 1000);
    const cells = columns.map((column) => column[t]);
    const wanted = day >= window.start && day <= window.end && !cells.includes(null);
    return wanted ? [[day, ...cells].join(',')] : [];
  });
  const csv = ['date,open,high,low,close,adj_close,volume', ...lines].join('\n');
  return parseBars(Buffer.from(csv), `Yahoo Finance, ${symbol}`, {
    format: 'tidy',
    symbol,
    calendar: 'exchange',
  });
}
