/** Backtests of one strategy beside its benchmarks. */
import { backtest, buyAndHold, smaSignal, type Metrics } from '../../backtest/index.js';
import { isoDay, rangeOf, type Window } from '../../market/index.js';
import type { Curves, WindowScore } from '../types.js';
import type { Context, Market } from './context.js';

/** @param signal on `market.bars`; null for a strategy that failed, which beats nothing [conv] */
export function scoreWindow(
  market: Market,
  window: Window,
  signal: Int8Array | null,
  context: Context,
): WindowScore {
  const { bars, history } = market;
  const periodsPerYear = context.study.engine['periods-per-year'];
  const costBps = context.study.costs['ablation-bps'];
  const range = rangeOf(bars, window);
  const whole = rangeOf(history, window);
  const strategy = signal && backtest(bars.close, signal, range, { periodsPerYear }).metrics;
  const withCost = signal && backtest(bars.close, signal, range, { periodsPerYear, costBps }).metrics;
  const held = buyAndHold(history.close, whole, { periodsPerYear }).metrics;
  const [fast, slow] = context.study.baselines.sma;
  const sma = backtest(history.close, smaSignal(history.close, fast, slow), whole, {
    periodsPerYear,
  }).metrics;
  return {
    window,
    strategy,
    withCost,
    buyAndHold: held,
    sma,
    beatsBuyAndHold: beats(strategy, held),
    beatsBuyAndHoldWithCost: beats(withCost, held),
    sharpeAboveSma: strategy !== null && strategy.sharpe > sma.sharpe,
    flat: strategy !== null && strategy.density === 0,
  };
}

/** "Beats buy-and-hold" always means both Sharpe and return (paper). */
export function beats(strategy: Metrics | null, held: Metrics): boolean {
  return strategy !== null && strategy.sharpe > held.sharpe && strategy.totalReturn > held.totalReturn;
}

/** Growth of the strategy and of holding over the primary window, as blobs. */
export function curvesOf({ bars, primary }: Market, signal: Int8Array | null, context: Context): Curves {
  const store = (values: Float64Array) =>
    context.blob(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  const days = Array.from(bars.time.subarray(primary.from, primary.to), isoDay);
  return {
    days: context.blob(JSON.stringify(days)),
    buyAndHold: store(buyAndHold(bars.close, primary).equity),
    strategy: signal && store(backtest(bars.close, signal, primary).equity),
  };
}
