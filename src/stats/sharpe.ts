/** Inference on Sharpe ratios. Ratios and their errors are per period (a day); multiply by sqrt(252) to annualise. */
import { normalCdf, normalQuantile } from './normal.js';

export interface ReturnMoments {
  readonly n: number;
  readonly mean: number;
  /** Population standard deviation. */
  readonly std: number;
  readonly skewness: number;
  /** 3 for a normal distribution. */
  readonly kurtosis: number;
}

/** Mean, population deviation, skewness and kurtosis; the last two are 0 and 3 for a constant series. */
export function returnMoments(returns: ArrayLike<number>): ReturnMoments {
  const n = returns.length;
  let mean = 0;
  for (let t = 0; t < n; t++) mean += returns[t]! / n;
  let [m2, m3, m4] = [0, 0, 0];
  for (let t = 0; t < n; t++) {
    const d = returns[t]! - mean;
    m2 += (d * d) / n;
    m3 += d ** 3 / n;
    m4 += d ** 4 / n;
  }
  const std = Math.sqrt(m2);
  // A constant series has a spread of rounding only.
  const flat = std <= 1e-12 * Math.max(1, Math.abs(mean));
  return {
    n,
    mean,
    std: flat ? 0 : std,
    skewness: flat ? 0 : m3 / m2 ** 1.5,
    kurtosis: flat ? 3 : m4 / m2 ** 2,
  };
}

/** Mean over deviation, per period; 0 for a constant series [conv]. */
export function periodSharpe({ mean, std }: ReturnMoments): number {
  return std === 0 ? 0 : mean / std;
}

/** Standard error of a Sharpe ratio of n independent, normal returns: sqrt((1 + SR^2 / 2) / n) (Lo 2002, eq. 9). */
export function sharpeStandardErrorIid(sharpe: number, n: number): number {
  return Math.sqrt((1 + (sharpe * sharpe) / 2) / n);
}

/**
 * Standard error of the Sharpe ratio of a series, allowing for skewness, fat tails, heteroskedasticity and
 * autocorrelation (Lo 2002, appendix A: GMM with Newey and West's covariance).
 * @param lags of the Bartlett kernel; 0 keeps skewness and tails only; floor(4 (n / 100)^(2/9)) when absent
 * @returns 0 for a constant series
 */
export function sharpeStandardError(
  returns: ArrayLike<number>,
  lags = neweyWestLags(returns.length),
): number {
  const { n, mean, std } = returnMoments(returns);
  if (std === 0) return 0;
  // Influence of one return on mean / std, by the delta method.
  const influence = Float64Array.from({ length: n }, (_, t) => {
    const d = returns[t]! - mean;
    return d / std - (mean * (d * d - std * std)) / (2 * std ** 3);
  });
  return Math.sqrt(Math.max(0, longRunVariance(influence, lags)) / n);
}

export function neweyWestLags(n: number): number {
  return Math.floor(4 * (n / 100) ** (2 / 9));
}

/** Bartlett-weighted sum of autocovariances of a series of mean zero (Newey and West 1987). */
export function longRunVariance(x: Float64Array, lags: number): number {
  const n = x.length;
  let sum = 0;
  for (let k = 0; k <= Math.min(lags, n - 1); k++) {
    let covariance = 0;
    for (let t = k; t < n; t++) covariance += (x[t]! * x[t - k]!) / n;
    sum += (k === 0 ? 1 : 2 * (1 - k / (lags + 1))) * covariance;
  }
  return sum;
}

/**
 * What to multiply a one-period Sharpe ratio by for q periods when returns are autocorrelated (Lo 2002, eq. 20);
 * sqrt(q) when they are not.
 * @param rho autocorrelations of lags 1, 2, ...; missing ones count as 0
 */
export function annualisationFactor(q: number, rho: readonly number[] = []): number {
  let sum = q;
  for (let k = 1; k < q; k++) sum += 2 * (q - k) * (rho[k - 1] ?? 0);
  return q / Math.sqrt(sum);
}

/** What a probabilistic Sharpe ratio needs to know; per period. */
export interface SharpeEvidence {
  readonly sharpe: number;
  readonly n: number;
  readonly skewness: number;
  readonly kurtosis: number;
}

/** Probability that the true Sharpe ratio exceeds `benchmark` (Bailey and López de Prado 2012, eq. 11). */
export function probabilisticSharpe(
  { sharpe, n, skewness, kurtosis }: SharpeEvidence,
  benchmark = 0,
): number {
  const spread = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;
  return normalCdf(((sharpe - benchmark) * Math.sqrt(n - 1)) / Math.sqrt(spread));
}

const EULER = 0.5772156649015329;

/** The Sharpe ratio that the best of `trials` worthless strategies is expected to show (Bailey and López de Prado 2014, eq. 1). */
export function expectedMaximumSharpe(trials: number, variance: number): number {
  if (trials < 2) return 0;
  const best =
    (1 - EULER) * normalQuantile(1 - 1 / trials) + EULER * normalQuantile(1 - 1 / (trials * Math.E));
  return Math.sqrt(variance) * best;
}

/**
 * Probability that the true Sharpe ratio is above zero, given that it is the best of several tried (Bailey and
 * López de Prado 2014, eq. 2).
 * @param trials number of independent trials, and `variance` of their Sharpe ratios, per period
 */
export function deflatedSharpe(evidence: SharpeEvidence, trials: number, variance: number): number {
  return probabilisticSharpe(evidence, expectedMaximumSharpe(trials, variance));
}
