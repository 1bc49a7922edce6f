/** Klines from Binance's public archive: a zip a month, each with a file that holds its SHA-256. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinBars } from '../join.js';
import { parseBars } from '../parse.js';
import { formatTidy } from '../sources/tidy.js';
import type { Bars } from '../types.js';
import { UserError } from '../../base/errors.js';
import { download, getText, network, type Http } from './http.js';
import { writeWithSum } from './sums.js';

export const BINANCE = 'https://data.binance.vision';

/** Where the months are kept, inside the folder that gets the result: nothing reads it but the next fetch. */
const ARCHIVES = '.archives';

export interface BinanceOptions {
  /** Such as BTCUSDT. */
  readonly pairs: readonly string[];
  /** Months as 2024-01, both inclusive. */
  readonly from: string;
  readonly until: string;
  /** 1d when absent. */
  readonly interval?: string;
  /** The server, or a mirror of it; Binance's when absent. */
  readonly server?: string;
  readonly http?: Http;
}

/**
 * Writes one tidy CSV a pair into a folder, of the months joined. Months that are there and whole are not fetched
 * again; one that was cut off goes on where it stopped.
 *
 * @returns the bars, in the order of the pairs
 * @throws UserError when a month is missing, its checksum never matches, or the server keeps failing
 */
export async function fetchBinance(folder: string, options: BinanceOptions): Promise<Bars[]> {
  const { pairs, interval = '1d', server = BINANCE, http = network } = options;
  const months = monthsOf(options.from, options.until);
  const task = http.progress.task('Binance', pairs.length * months.length);
  const all: Bars[] = [];
  for (const pair of pairs) {
    const parts: Bars[] = [];
    for (const month of months) {
      const file = `${pair}-${interval}-${month}.zip`;
      const url = `${server}/data/spot/monthly/klines/${pair}/${interval}/${file}`;
      const path = join(folder, ARCHIVES, file);
      await download(url, path, await getText(`${url}.CHECKSUM`, readChecksum, http), http);
      parts.push(parseBars(readFileSync(path), file, { symbol: pair }));
      task.advance(1, file);
    }
    const bars = joinBars(parts, {
      warn: ({ place, message }) => http.progress.note(`${place}: ${message}`),
    });
    writeWithSum(folder, `${pair}.csv`, formatTidy(bars));
    all.push(bars);
  }
  task.done();
  return all;
}

/** `<64 hex digits>  <file name>` */
function readChecksum(text: string): string {
  const digest = /^([0-9a-f]{64})\s/i.exec(`${text}\n`)?.[1];
  if (!digest) throw new Error('no SHA-256');
  return digest.toLowerCase();
}

function monthsOf(from: string, until: string): string[] {
  const month = /^20\d\d-(0[1-9]|1[0-2])$/;
  if (!month.test(from) || !month.test(until) || from > until)
    throw new UserError(
      `"${from}" to "${until}" are not months.`,
      'Give two months, the earlier first, such as 2023-01 and 2024-12; a month is published when it is over.',
    );
  const months: string[] = [];
  for (let [year, number] = from.split('-').map(Number) as [number, number]; ; number++) {
    if (number > 12) [year, number] = [year + 1, 1];
    const name = `${year}-${String(number).padStart(2, '0')}`;
    months.push(name);
    if (name === until) return months;
  }
}
