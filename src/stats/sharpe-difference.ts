/** Is one Sharpe ratio above another? After Ledoit and Wolf, "Robust performance hypothesis testing with the Sharpe ratio" (2008). */
import { stationaryBootstrap } from './bootstrap.js';
import { normalCdf } from './normal.js';
import { politisWhite } from './politis-white.js';
import { longRunVariance, neweyWestLags, periodSharpe, returnMoments } from './sharpe.js';

export interface SharpeDifference {
  /** Sharpe of a minus Sharpe of b, per period. */
  readonly difference: number;
  readonly standardError: number;
  /** Two-sided, by the normal approximation with a HAC standard error (their section 3.1). */
  readonly pHac: number;
  /** Two-sided, by the studentised bootstrap in time series (their section 3.2). */
  readonly pBootstrap: number;
  readonly block: number;
}

/**
 * Compares two paired return series of equal length. Differs from the paper in two named choices: a Bartlett kernel
 * with Newey and West's lags, and stationary blocks of Politis and White's length in place of circular ones.
 */
export function sharpeDifferenceTest(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  { seed, replications = 999 }: { seed: number | string; replications?: number },
): SharpeDifference {
  if (a.length !== b.length) throw new RangeError(`${a.length} returns against ${b.length}`);
  const n = a.length;
  const whole = Int32Array.from({ length: n }, (_, t) => t);
  const seen = compare(a, b, whole);
  const block = politisWhite(Float64Array.from({ length: n }, (_, t) => a[t]! - b[t]!)).stationary;
  const distances = stationaryBootstrap(
    n,
    block,
    (index) => {
      const drawn = compare(a, b, index);
      return drawn.standardError === 0
        ? 0
        : Math.abs(drawn.difference - seen.difference) / drawn.standardError;
    },
    { seed, replications },
  );
  const d = seen.standardError === 0 ? 0 : Math.abs(seen.difference) / seen.standardError;
  const beyond = distances.filter((x) => x >= d).length;
  return {
    ...seen,
    pHac: 2 * normalCdf(-d),
    // Their eq. 9; without any spread nothing speaks against equality.
    pBootstrap: seen.standardError === 0 ? 1 : (beyond + 1) / (replications + 1),
    block,
  };
}

function compare(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  index: Int32Array,
): { difference: number; standardError: number } {
  const x = Float64Array.from(index, (t) => a[t]!);
  const y = Float64Array.from(index, (t) => b[t]!);
  const [mx, my] = [returnMoments(x), returnMoments(y)];
  const share = (value: number, { mean, std }: typeof mx) => {
    if (std === 0) return 0;
    const d = value - mean;
    return d / std - (mean * (d * d - std * std)) / (2 * std ** 3);
  };
  const influence = Float64Array.from(index, (_, t) => share(x[t]!, mx) - share(y[t]!, my));
  const variance = Math.max(0, longRunVariance(influence, neweyWestLags(index.length)));
  return {
    difference: periodSharpe(mx) - periodSharpe(my),
    standardError: Math.sqrt(variance / index.length),
  };
}
