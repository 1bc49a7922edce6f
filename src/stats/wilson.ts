import { normalQuantile } from './normal.js';

export interface Proportion {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Share of successes with Wilson's score interval (Wilson, JASA 1927): never outside [0, 1], and usable at 0 of n.
 * @param n number of trials; with 0 the estimate is NaN and the interval [0, 1]
 * @example wilson(1, 32) // 0.031, 0.006 .. 0.157
 */
export function wilson(successes: number, n: number, confidence = 0.95): Proportion {
  if (!(successes >= 0 && successes <= n)) throw new RangeError(`${successes} successes in ${n} trials`);
  if (n === 0) return { estimate: NaN, low: 0, high: 1 };
  const z = normalQuantile(0.5 + confidence / 2);
  const p = successes / n;
  const scale = 1 + (z * z) / n;
  const centre = (p + (z * z) / (2 * n)) / scale;
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / scale;
  // At the ends the bound is exact; rounding would leave a hair.
  return {
    estimate: p,
    low: successes === 0 ? 0 : centre - half,
    high: successes === n ? 1 : centre + half,
  };
}
