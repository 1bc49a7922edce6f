/** What needs no model: buy-and-hold and the SMA rule, on every symbol and window. */
import { adjusted, rangeOf, type Bars, type Window } from '../market/index.js';
import { backtest } from './engine.js';
import { buyAndHold, smaSignal } from './signals.js';
import type { Backtest } from './types.js';

/** One baseline on one symbol and window. */
export interface Baseline {
  readonly symbol: string;
  /** 'buy-and-hold' or such as 'sma(50,200)'. */
  readonly strategy: string;
  readonly window: Window;
  readonly costBps: number;
  readonly result: Backtest;
}

export interface BaselineOptions {
  readonly windows: readonly Window[];
  /** One way; 0 when absent. */
  readonly costBps?: number;
  /** Fast and slow lengths; 50 and 200 when absent, as in the paper. */
  readonly sma?: readonly [fast: number, slow: number];
}

/**
 * Buy-and-hold, then the rule, for each symbol and window in the order given. Adjusted closes count where there are
 * any [conv]; averages are computed on the whole history [conv]. Sharpe ratios use 252 days a year, as the paper's.
 *
 * @throws UserError when the bars do not cover a window
 */
export function baselines(all: readonly Bars[], options: BaselineOptions): Baseline[] {
  const { windows, costBps = 0, sma: [fast, slow] = [50, 200] } = options;
  return all.flatMap((bars) => {
    const { close } = adjusted(bars);
    const rule = smaSignal(close, fast, slow);
    return windows.flatMap((window) => {
      const range = rangeOf(bars, window);
      const row = (strategy: string, result: Backtest): Baseline => ({
        symbol: bars.symbol,
        strategy,
        window,
        costBps,
        result,
      });
      return [
        row('buy-and-hold', buyAndHold(close, range, { costBps })),
        row(`sma(${fast},${slow})`, backtest(close, rule, range, { costBps })),
      ];
    });
  });
}
