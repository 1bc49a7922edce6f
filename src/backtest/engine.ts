/**
 * The lag-one engine of the paper: pos_t = sigma_{t-1}, r_t = pos_t (C_t / C_{t-1} - 1) - (b / 10^4) |pos_t - pos_{t-1}|.
 * The lag is applied on the whole history and then cut to the range, so the position held into the first day of the
 * range was decided before it [conv]. Nothing is allocated a bar: many series run over the same scratch memory.
 */
import type { Range } from '../market/index.js';
import { metricColumns, metricsAt, type MetricColumns } from './columns.js';
import { accumulate, moments } from './measure.js';
import type { Backtest, BacktestOptions } from './types.js';

/** Trading days in a year, where nothing else is said (the paper's sqrt(252)). */
export const TRADING_DAYS = 252;

/**
 * One signal on one symbol.
 *
 * @param close closes, length n bars, positive; adjusted closes where dividends should count
 * @param signal -1, 0 or 1 decided at each bar's close, length n: the whole history, not the range's part of it
 * @param range the bars whose returns count, the return into the first of them included [conv]. Bar 0 has no return:
 *   a range from 0 starts at bar 1.
 * @throws RangeError when lengths differ, the range lies outside the bars, or a signal is not -1, 0 or 1
 *
 * @example
 * const { metrics } = backtest(bars.close, smaSignal(bars.close, 50, 200), rangeOf(bars, { start: '2015-01-01', end: '2016-12-31' }), { costBps: 10 });
 */
export function backtest(
  close: Float64Array,
  signal: Int8Array,
  range: Range,
  options: BacktestOptions = {},
): Backtest {
  const columns = metricColumns(1);
  const scratch = scratchFor(range);
  run(assetReturns(close), signal, 0, range, options, scratch, columns, 0);
  return { metrics: metricsAt(columns, 0), ...scratch };
}

/**
 * Many signals on one symbol, without objects a bar or a series.
 *
 * @param signals series after series, length rows x n bars
 * @returns a column a metric, length rows; `metricsAt(columns, row)` gives one row as an object
 */
export function backtestMany(
  close: Float64Array,
  signals: Int8Array,
  range: Range,
  options: BacktestOptions = {},
): MetricColumns {
  const rows = close.length === 0 ? 0 : signals.length / close.length;
  if (!Number.isInteger(rows))
    throw new RangeError(`${signals.length} signals are not a multiple of ${close.length} bars`);
  const columns = metricColumns(rows);
  const asset = assetReturns(close);
  const scratch = scratchFor(range);
  for (let row = 0; row < rows; row++)
    run(asset, signals, row * close.length, range, options, scratch, columns, row);
  return columns;
}

/**
 * Simple returns C_t / C_{t-1} - 1, length n; 0 at bar 0, which has no return.
 *
 * @throws RangeError when a close is not a positive finite number, or a return is too large to be one
 */
export function assetReturns(close: Float64Array): Float64Array {
  const returns = new Float64Array(close.length);
  if (close.length > 0 && !(close[0]! > 0)) throw new RangeError(`close ${close[0]} at bar 0`);
  for (let t = 1; t < close.length; t++) {
    const r = close[t]! / close[t - 1]! - 1;
    if (!(close[t]! > 0 && r < Infinity))
      throw new RangeError(`close ${close[t]} at bar ${t} after ${close[t - 1]}`);
    returns[t] = r;
  }
  return returns;
}

interface Scratch {
  readonly returns: Float64Array;
  readonly equity: Float64Array;
}

function scratchFor(range: Range): Scratch {
  const n = Math.max(0, range.to - Math.max(1, range.from));
  return { returns: new Float64Array(n), equity: new Float64Array(n) };
}

function run(
  asset: Float64Array,
  signals: Int8Array,
  offset: number,
  range: Range,
  options: BacktestOptions,
  { returns, equity }: Scratch,
  columns: MetricColumns,
  row: number,
): void {
  const periods = options.periodsPerYear ?? TRADING_DAYS;
  check(asset.length, signals.length - offset, range, options);
  const from = Math.max(1, range.from);
  earn(asset, signals, offset, from, (options.costBps ?? 0) / 1e4, returns, columns, row);
  accumulate(returns, equity, from, periods, columns, row);
  moments(returns, periods, columns, row);
}

function check(
  bars: number,
  signals: number,
  range: Range,
  { costBps = 0, periodsPerYear = 1 }: BacktestOptions,
) {
  if (signals < bars) throw new RangeError(`the signal covers ${signals} bars of ${bars}`);
  if (!(range.from >= 0 && range.from <= range.to && range.to <= bars))
    throw new RangeError(`range ${range.from}..${range.to} lies outside ${bars} bars`);
  if (!(costBps >= 0 && costBps < Infinity)) throw new RangeError(`a cost of ${costBps} bp`);
  if (!(periodsPerYear > 0 && periodsPerYear < Infinity))
    throw new RangeError(`${periodsPerYear} periods a year`);
}

/** Fills the returns of one series, and its turnover, density and hit rate. */
function earn(
  asset: Float64Array,
  signals: Int8Array,
  offset: number,
  from: number,
  cost: number,
  returns: Float64Array,
  columns: MetricColumns,
  row: number,
): void {
  const n = returns.length;
  const lagged = offset + from - 1;
  // The position before bar 1 is 0: no signal was made before bar 0.
  let before = from >= 2 ? signals[lagged - 1]! : 0;
  let turnover = 0;
  let held = 0;
  let hits = 0;
  let invalid = 0;
  for (let i = 0; i < n; i++) {
    const position = signals[lagged + i]!;
    const traded = Math.abs(position - before);
    const r = position * asset[from + i]! - cost * traded;
    returns[i] = r;
    turnover += traded;
    const active = position & 1;
    held += active;
    hits += active & +(r > 0);
    // Not 0 for 2, -2 and beyond.
    invalid |= (position * position) >> 1;
    before = position;
  }
  if (invalid) throw new RangeError('a signal other than -1, 0 or 1; see repairSignal');
  columns.n[row] = n;
  columns.turnover[row] = turnover;
  columns.density[row] = n === 0 ? 0 : held / n;
  columns.hitRate[row] = held === 0 ? 0 : hits / held;
}
