/**
 * Metrics of a return series. Every one is finite: a ratio whose denominator is 0 (no variance, no losing day, no
 * drawdown) is 0, and growth beyond the largest double is the largest double.
 */
import type { MetricColumns } from './columns.js';

/** Below this a daily standard deviation is rounding of C_t / C_{t-1} - 1, not variance: the series is flat. */
const ROUNDING = 1e-12;

/**
 * Equity and what follows from it: total return, CAGR, maximum drawdown with its bars, Calmar ratio.
 * Equity starts at 1 on the bar before the first return, and that start may be the peak. A short position that loses
 * more than everything leaves equity at 0 for good.
 *
 * @param from the bar of the first return
 */
export function accumulate(
  returns: Float64Array,
  equity: Float64Array,
  from: number,
  periodsPerYear: number,
  columns: MetricColumns,
  row: number,
): void {
  let value = 1;
  let peak = 1;
  let peakAt = -1;
  let deepest = 1;
  let deepestPeak = -1;
  let deepestTrough = -1;
  for (let i = 0; i < returns.length; i++) {
    const growth = 1 + returns[i]!;
    value *= growth > 0 ? growth : 0;
    if (value > Number.MAX_VALUE) value = Number.MAX_VALUE;
    equity[i] = value;
    if (value > peak) {
      peak = value;
      peakAt = i;
    } else if (value < deepest * peak) {
      deepest = value / peak;
      deepestPeak = peakAt;
      deepestTrough = i;
    }
  }
  const n = returns.length;
  const fell = deepestTrough >= 0;
  const total = value - 1;
  const cagr = n === 0 ? 0 : finite(Math.pow(1 + total, periodsPerYear / n) - 1);
  const drawdown = fell ? 1 - deepest : 0;
  columns.totalReturn[row] = total;
  columns.cagr[row] = cagr;
  columns.maxDrawdown[row] = drawdown;
  columns.drawdownPeak[row] = fell ? from + deepestPeak : -1;
  columns.drawdownTrough[row] = fell ? from + deepestTrough : -1;
  columns.calmar[row] = ratio(cagr, drawdown);
}

/**
 * Mean against spread: Sharpe (sample std, no risk-free rate [conv]), volatility, Sortino (root mean square of the
 * losing days over all days; Sortino and Price 1994, target 0).
 */
export function moments(
  returns: Float64Array,
  periodsPerYear: number,
  columns: MetricColumns,
  row: number,
): void {
  const n = returns.length;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += returns[i]!;
  const mean = n === 0 ? 0 : sum / n;
  let squares = 0;
  let losses = 0;
  for (let i = 0; i < n; i++) {
    const r = returns[i]!;
    squares += (r - mean) * (r - mean);
    // min(0, r) without a branch that could not be foreseen.
    const loss = (r - Math.abs(r)) / 2;
    losses += loss * loss;
  }
  const year = Math.sqrt(periodsPerYear);
  const deviation = spread(squares, n);
  columns.sharpe[row] = ratio(year * mean, deviation);
  columns.volatility[row] = finite(year * deviation);
  columns.sortino[row] = ratio(year * mean, n === 0 ? 0 : Math.sqrt(losses / n));
}

/**
 * sqrt(periods) mean / sample std of a return series, 0 when it is flat or shorter than two days [conv].
 *
 * @param periodsPerYear 252 when absent
 */
export function sharpeRatio(returns: Float64Array, periodsPerYear = 252): number {
  let sum = 0;
  for (const r of returns) sum += r;
  const mean = sum / returns.length;
  let squares = 0;
  for (const r of returns) squares += (r - mean) * (r - mean);
  return ratio(Math.sqrt(periodsPerYear) * mean, spread(squares, returns.length));
}

/** Sample standard deviation from the sum of squared deviations; 0 where it is undefined or only rounding. */
function spread(squares: number, n: number): number {
  const deviation = n < 2 ? 0 : Math.sqrt(squares / (n - 1));
  return deviation > ROUNDING ? deviation : 0;
}

function ratio(numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : finite(numerator / denominator);
}

function finite(value: number): number {
  return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, value));
}
