/** fides baselines: what needs no model, buy-and-hold and the SMA rule. */
import { InvalidArgumentError, type Command } from 'commander';
import type { Baseline } from '../../backtest/index.js';
import type { Window } from '../../market/index.js';
import { alignedColumns } from '../columns.js';
import type { Terminal } from '../terminal.js';

interface Options {
  readonly data?: string;
  readonly symbols?: readonly string[];
  readonly window?: string;
  readonly costBps: number;
  readonly sma: readonly [number, number];
}

export function addBaselines(program: Command, io: Terminal): void {
  program
    .command('baselines')
    .description('print what needs no model: buy-and-hold and the SMA rule')
    .option(
      '--data <path>',
      'a folder with a file a symbol, or one file (default: the S&P 500 file that comes along)',
    )
    .option('--symbols <list>', 'which of them, such as SPY,TLT (default: all)', symbolList)
    .option(
      '--window <start..end>',
      "ISO days, both inclusive (default: the paper's, 2023-01-01..2024-12-31; on the S&P 500 file the default study's eight)",
    )
    .option('--cost-bps <n>', 'one way, in basis points of turnover', cost, 0)
    .option('--sma <fast,slow>', 'lengths of the averages, in days', lengths, [50, 200])
    .addHelpText(
      'after',
      '\nExample:\n  fides baselines --data etf --window 2020-01-01..2021-12-31 --cost-bps 10',
    )
    .action(async (options: Options) => {
      const { baselines } = await import('../../backtest/index.js');
      const { all, windows } = await load(options, io);
      const rows = baselines(all, { windows, costBps: options.costBps, sma: options.sma });
      if (io.json) io.printJson(rows.map(toJson));
      else printTable(rows, io);
    });
}

async function load({ data, symbols, window }: Options, io: Terminal) {
  const market = await import('../../market/index.js');
  const all = market.readData(data, symbols, {
    warn: ({ place, message }) => io.progress.note(`warning: ${place}: ${message}`),
  });
  const usual: readonly Window[] = data === undefined ? market.SP500_WINDOWS : [market.PAPER_WINDOW];
  return { all, windows: window === undefined ? usual : [market.parseWindow(window)] };
}

function toJson({ symbol, strategy, window, costBps, result: { metrics } }: Baseline) {
  const { n, sharpe, totalReturn, maxDrawdown } = metrics;
  return {
    symbol,
    strategy,
    window: [window.start, window.end],
    costBps,
    n,
    sharpe,
    totalReturn,
    maxDrawdown,
  };
}

const COLUMNS = [
  'symbol',
  'strategy',
  'window',
  ' days',
  ' Sharpe',
  ' return',
  ' max drawdown',
  ' held',
  ' turnover',
];

function printTable(rows: readonly Baseline[], io: Terminal): void {
  const cells = rows.map(({ symbol, strategy, window, result: { metrics } }) => [
    symbol,
    strategy,
    `${window.start}..${window.end}`,
    String(metrics.n),
    metrics.sharpe.toFixed(4),
    metrics.totalReturn.toFixed(4),
    metrics.maxDrawdown.toFixed(4),
    metrics.density.toFixed(3),
    String(metrics.turnover),
  ]);
  for (const line of alignedColumns(COLUMNS, [...cells, ...means(rows)])) io.print(line);
  const costBps = rows[0]?.costBps ?? 0;
  io.print('');
  io.print(
    `Cost ${costBps} bp one way; adjusted closes where the data have them; Sharpe: sample std, 252 days a year, no risk-free rate.`,
  );
}

/** The mean Sharpe ratio of each strategy, where there is more than one row of it. */
function means(rows: readonly Baseline[]): string[][] {
  return [...new Set(rows.map((row) => row.strategy))].flatMap((strategy) => {
    const sharpes = rows.filter((row) => row.strategy === strategy).map((row) => row.result.metrics.sharpe);
    if (sharpes.length < 2) return [];
    const mean = sharpes.reduce((sum, sharpe) => sum + sharpe, 0) / sharpes.length;
    return [['mean', strategy, `of ${sharpes.length}`, '', mean.toFixed(4), '', '', '', '']];
  });
}

function symbolList(text: string): string[] {
  return text
    .split(',')
    .map((symbol) => symbol.trim().toUpperCase())
    .filter((symbol) => symbol !== '');
}

function cost(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 10_000))
    throw new InvalidArgumentError('Give basis points from 0 to 10000, such as 10.');
  return value;
}

function lengths(text: string): [number, number] {
  const [fast = '', slow = '', more] = text.split(',');
  const valid = /^\s*\d+\s*$/;
  if (
    more !== undefined ||
    !valid.test(fast) ||
    !valid.test(slow) ||
    Number(fast) < 1 ||
    Number(fast) >= Number(slow)
  )
    throw new InvalidArgumentError('Give two whole numbers of days, the shorter first, such as 50,200.');
  return [Number(fast), Number(slow)];
}
