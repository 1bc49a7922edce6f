/** The rules that need no model, and the repair of what a strategy returns. */
import type { Range } from '../market/index.js';
import { backtest } from './engine.js';
import type { Backtest, BacktestOptions } from './types.js';

/** The same position decided at every bar. */
export function constantSignal(n: number, value: -1 | 0 | 1): Int8Array {
  return new Int8Array(n).fill(value);
}

/** Long on every day of the range, held since before it (so a cost is paid only where the range starts with the history). */
export function buyAndHold(close: Float64Array, range: Range, options?: BacktestOptions): Backtest {
  return backtest(close, constantSignal(close.length, 1), range, options);
}

/** Averages closer than this, relatively, are equal: sums of a constant price differ by rounding only. */
const ROUNDING = 1e-12;

/**
 * SMA(fast, slow), long only: 1 when the mean of the last `fast` closes is above that of the last `slow`, else 0;
 * 0 until `slow` closes are known.
 *
 * @throws RangeError unless 1 <= fast < slow, both whole
 */
export function smaSignal(close: Float64Array, fast: number, slow: number): Int8Array {
  if (!(Number.isInteger(fast) && Number.isInteger(slow) && fast >= 1 && fast < slow))
    throw new RangeError(
      `SMA(${fast},${slow}): whole numbers, the fast one at least 1 and below the slow one`,
    );
  const signal = new Int8Array(close.length);
  // Each mean is summed anew: a running sum would carry the rounding of one bar to all later ones.
  for (let t = slow - 1; t < close.length; t++)
    signal[t] = meanOf(close, t, fast) > meanOf(close, t, slow) * (1 + ROUNDING) ? 1 : 0;
  return signal;
}

function meanOf(close: Float64Array, last: number, length: number): number {
  let sum = 0;
  for (let t = last - length + 1; t <= last; t++) sum += close[t]!;
  return sum / length;
}

/** Signals in {-1, 0, 1}, and how often a value had to be mended to become one. */
export interface RepairedSignal {
  readonly signal: Int8Array;
  /** NaN or missing: became 0 (warm-up is normal). */
  readonly missing: number;
  /** Not a whole number: rounded half away from zero, so 0.5 becomes 1. */
  readonly rounded: number;
  /** Beyond -1 or 1: clipped. A value is clipped or rounded, never both. */
  readonly clipped: number;
}

/** Repairs a raw series, one value a bar [conv]. */
export function repairSignal(values: ArrayLike<number | null | undefined>): RepairedSignal {
  const n = values.length;
  const signal = new Int8Array(n);
  let missing = 0;
  let rounded = 0;
  let clipped = 0;
  for (let t = 0; t < n; t++) {
    const value = values[t];
    if (value === undefined || value === null || Number.isNaN(value)) missing++;
    else if (Math.abs(value) > 1) {
      clipped++;
      signal[t] = Math.sign(value);
    } else if (Number.isInteger(value)) signal[t] = value;
    else {
      rounded++;
      signal[t] = Math.abs(value) >= 0.5 ? Math.sign(value) : 0;
    }
  }
  return { signal, missing, rounded, clipped };
}
