/** Bars from files and folders. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { UserError } from '../base/errors.js';
import { joinBars } from './join.js';
import { parseBars, type ReadOptions } from './parse.js';
import { SP500_SHA256 } from './sources/vega-datasets.js';
import type { Bars } from './types.js';
import { PAPER_SYMBOLS } from './windows.js';

/**
 * Bars of one file: CSV in any known format, or a zip archive of Binance klines.
 *
 * @throws UserError with file and line when the file cannot be read or is not bars
 *
 * @example
 * const spy = adjusted(readBars('data/etf/SPY.csv'));
 */
export function readBars(path: string, options: ReadOptions = {}): Bars {
  return parseBars(readBytes(path), basename(path), options);
}

/**
 * Bars of every symbol in a folder: its .csv, .txt and .zip files. Several Binance files of one pair are joined.
 *
 * @param symbols which ones, in this order; all, the paper's first in the paper's order, when absent
 * @throws UserError when a symbol is missing or a file is not bars
 */
export function readFolder(
  folder: string,
  symbols?: readonly string[],
  options: Pick<ReadOptions, 'calendar' | 'gapDays' | 'warn'> = {},
): Bars[] {
  const files = listFiles(folder);
  const wanted = symbols?.map((symbol) => symbol.toUpperCase());
  const groups = new Map<string, Bars[]>();
  for (const file of files) {
    if (wanted && !wanted.some((symbol) => file.toUpperCase().includes(symbol))) continue;
    const bars = readBars(join(folder, file), options);
    groups.set(bars.symbol, [...(groups.get(bars.symbol) ?? []), bars]);
  }
  const found = (wanted ?? [...groups.keys()].sort(byPaper)).map((symbol) => {
    const parts = groups.get(symbol);
    if (!parts)
      throw new UserError(
        `${folder} has no bars of ${symbol}.`,
        files.length > 0 ? `It holds ${files.join(', ')}.` : 'It holds no .csv, .txt or .zip files.',
      );
    return joinBars(parts, options);
  });
  if (found.length === 0)
    throw new UserError(
      `${folder} holds no .csv, .txt or .zip files.`,
      'Name a folder with one file a symbol.',
    );
  warnMixed(found, folder, options.warn);
  return found;
}

/**
 * What a person names with one path: a folder of symbols, or one file; the S&P 500 file when absent.
 *
 * @throws UserError as readFolder and readBars do, and when a file is not of the symbol asked for
 */
export function readData(
  path: string | undefined,
  symbols?: readonly string[],
  options: Pick<ReadOptions, 'calendar' | 'gapDays' | 'warn'> = {},
): Bars[] {
  if (path !== undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return readFolder(path, symbols, options);
  const bars = path === undefined ? sp500() : readBars(path, options);
  const others = symbols?.filter((symbol) => symbol.toUpperCase() !== bars.symbol) ?? [];
  if (others.length > 0)
    throw new UserError(
      `${bars.source.name} has no bars of ${others.join(', ')}; it holds ${bars.symbol}.`,
      'Name the folder or file that has them.',
    );
  return [bars];
}

/**
 * Daily bars of the S&P 500 index, 2000-01-03 to 2020-04-17, which the package brings along: real, without
 * dividends, and free to use.
 *
 * @throws UserError when the installed vega-datasets is not the version whose file is known
 */
export function sp500(): Bars {
  const main = createRequire(import.meta.url).resolve('vega-datasets');
  const bars = readBars(join(main, '..', '..', 'data', 'sp500-2000.csv'), { format: 'vega-datasets' });
  if (bars.source.digest !== SP500_SHA256)
    throw new UserError(
      `The S&P 500 file of vega-datasets has SHA-256 ${bars.source.digest}, not ${SP500_SHA256}.`,
      'Install the pinned packages again with npm ci.',
    );
  return bars;
}

function byPaper(a: string, b: string): number {
  const place = (symbol: string) =>
    PAPER_SYMBOLS.includes(symbol) ? PAPER_SYMBOLS.indexOf(symbol) : Infinity;
  return (place(a) === place(b) ? 0 : place(a) - place(b)) || (a < b ? -1 : 1);
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => /\.(csv|txt|zip)$/i.test(file) && statSync(join(folder, file)).isFile())
      .sort();
  } catch (error) {
    throw unreadable(folder, error, 'Name a folder with one file a symbol.');
  }
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw unreadable(
      path,
      error,
      'Name a folder with a file a symbol, a CSV file, or a zip archive of Binance klines.',
    );
  }
}

function unreadable(path: string, error: unknown, mend: string): UserError {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  const why = {
    ENOENT: 'does not exist',
    EACCES: 'may not be read',
    EISDIR: 'is a folder',
    ENOTDIR: 'is not a folder',
  };
  return new UserError(`${path} ${why[code as keyof typeof why] ?? `cannot be read (${code})`}.`, mend, {
    cause: error,
  });
}

/** Total returns beside price returns are not comparable; each series alone is sound. */
function warnMixed(all: readonly Bars[], folder: string, warn: ReadOptions['warn']): void {
  const without = all.filter((bars) => !bars.adjClose).map((bars) => bars.symbol);
  if (without.length > 0 && without.length < all.length)
    warn?.({
      place: folder,
      message: `${without.join(', ')} without adjusted close beside symbols with it: adjusted and unadjusted prices are mixed`,
    });
}
