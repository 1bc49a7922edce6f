/** fides data fetch: download bars, where there is a network. */
import type { Command } from 'commander';
import { UserError } from '../../../base/errors.js';
import type { Bars } from '../../../market/index.js';
import type { Terminal } from '../../terminal.js';
import { reportAnchors } from './anchors.js';
import { summarise, summaryTable } from './summary.js';

export function addFetch(data: Command, io: Terminal): void {
  const fetch = data
    .command('fetch')
    .description("download the paper's ETFs or Binance pairs; run it again to go on after a failure");
  addEtfs(fetch, io);
  addBinance(fetch, io);
}

const MIRROR = 'the address of a mirror (default: the service itself)';

interface EtfOptions {
  readonly to: string;
  readonly symbols?: string;
  readonly window: string;
  readonly server?: string;
}

function addEtfs(fetch: Command, io: Terminal): void {
  fetch
    .command('etf')
    .description("the paper's eight ETFs, daily with adjusted closes, from Yahoo Finance")
    .requiredOption('--to <folder>', 'where the files go, one a symbol')
    .option('--symbols <list>', "such as SPY,TLT (default: the paper's eight)")
    .option('--window <start..end>', 'ISO days, both inclusive', '2015-01-01..2024-12-31')
    .option('--server <url>', MIRROR)
    .action(async ({ to, symbols, window, server }: EtfOptions) => {
      const { fetchYahoo, network, PAPER_SYMBOLS, parseWindow } = await import('../../../market/index.js');
      const bars = await fetchYahoo(to, {
        symbols: symbols === undefined ? PAPER_SYMBOLS : symbolList(symbols),
        window: past(parseWindow(window)),
        ...(server !== undefined && { server }),
        http: { ...network, progress: io.progress },
      });
      await report(bars, to, io);
    });
}

interface BinanceCliOptions {
  readonly to: string;
  readonly from: string;
  readonly until: string;
  readonly interval: string;
  readonly server?: string;
}

function addBinance(fetch: Command, io: Terminal): void {
  fetch
    .command('binance')
    .description('pairs from the monthly kline archive of Binance')
    .argument('<pair...>', 'such as BTCUSDT ETHUSDT')
    .requiredOption('--to <folder>', 'where the files go, one a pair')
    .requiredOption('--from <month>', 'first month, such as 2021-01')
    .requiredOption('--until <month>', 'last month, such as 2024-12')
    .option('--interval <name>', 'length of a bar, as Binance names it', '1d')
    .option('--server <url>', MIRROR)
    .action(async (pairs: readonly string[], { to, server, ...options }: BinanceCliOptions) => {
      const { fetchBinance, network } = await import('../../../market/index.js');
      const bars = await fetchBinance(to, {
        pairs: symbolList(pairs.join(',')),
        ...options,
        ...(server !== undefined && { server }),
        http: { ...network, progress: io.progress },
      });
      await report(bars, to, io);
    });
}

async function report(bars: readonly Bars[], to: string, io: Terminal): Promise<void> {
  const rows = await Promise.all(bars.map(summarise));
  const anchors = await reportAnchors(bars);
  if (io.json) return io.printJson({ files: rows, anchors });
  for (const line of summaryTable(rows)) io.print(line);
  for (const line of anchors.lines) io.print(line);
  io.print(`\nWritten to ${to}; use it with --data ${to}, or set FIDES_DATA to it.`);
}

/** A day that is not over has no close. */
function past<W extends { readonly end: string }>(window: W): W {
  const today = new Date().toISOString().slice(0, 10);
  if (window.end < today) return window;
  throw new UserError(`The window ends on ${window.end}, which is not over.`, `End it before ${today}.`);
}

function symbolList(text: string): string[] {
  const symbols = text.split(',').map((symbol) => symbol.trim().toUpperCase());
  for (const symbol of symbols)
    if (!/^[A-Z0-9^][A-Z0-9^.=-]{0,19}$/.test(symbol))
      throw new UserError(`"${symbol}" is not a symbol.`, 'Give symbols such as SPY,TLT or BTCUSDT.');
  return symbols;
}
