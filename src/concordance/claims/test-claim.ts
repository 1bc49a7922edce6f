/** Was a claim true? By sign, as in the paper, and by an interval that says how sure one can be. */
import {
  periodSharpe,
  percentileInterval,
  politisWhite,
  returnMoments,
  stationaryBootstrap,
} from '../../stats/index.js';
import type { Claim, ClaimQuantity, ClaimVerdict, TestedClaim } from '../types.js';
import { CONDITIONAL } from './extract.js';

/** Daily returns of one window, equal lengths n, as fractions. */
export interface ClaimEvidence {
  readonly returns: ArrayLike<number>;
  readonly benchmarkReturns: ArrayLike<number>;
  /** Of the SMA rule; only claims against it need them. */
  readonly smaReturns?: ArrayLike<number>;
  /** 252 when absent. */
  readonly periodsPerYear?: number;
}

export interface ClaimTestOptions {
  readonly seed: number | string;
  /** 2,000 when not given. */
  readonly replications?: number;
  /** 0.95 when not given. */
  readonly confidence?: number;
}

/**
 * Compares what a claim is about with its reference. The interval is the percentile interval of realised - reference
 * over stationary-bootstrap resamples of the days, both series drawn together, blocks by Politis and White: above
 * zero confirms "above", below zero refutes it, and one that holds zero leaves it undetermined. A claim under a
 * condition ("in falling markets") is undetermined either way.
 *
 * Hit rate counts days with a return other than 0. Realised, reference and interval are finite.
 */
export function testClaim(claim: Claim, evidence: ClaimEvidence, options: ClaimTestOptions): TestedClaim {
  const { returns, periodsPerYear = 252 } = evidence;
  const { threshold } = claim;
  const other = 'benchmark' in threshold ? benchmarkReturns(threshold.benchmark, evidence) : null;
  if (other && other.length !== returns.length) {
    throw new RangeError(`${returns.length} returns against ${other.length} of the benchmark`);
  }
  const measure = (series: ArrayLike<number>, index: Int32Array | null) =>
    finite(quantityOf(claim.quantity, index ? pick(series, index) : series, periodsPerYear));
  const referenceOf = (index: Int32Array | null) =>
    'benchmark' in threshold ? threshold.multiple * measure(other!, index) : threshold.value;
  const realised = measure(returns, null);
  const reference = referenceOf(null);
  const n = returns.length;
  const spread = Float64Array.from({ length: n }, (_, t) => returns[t]! - (other?.[t] ?? 0));
  const samples =
    n === 0
      ? new Float64Array(1)
      : stationaryBootstrap(
          n,
          politisWhite(spread).stationary,
          (index) => measure(returns, index) - referenceOf(index),
          options,
        );
  const interval = percentileInterval(samples, options.confidence);
  const conditional = CONDITIONAL.test(claim.text);
  return {
    claim,
    realised,
    reference,
    bySign: conditional ? 'undetermined' : bySign(claim, realised, reference),
    byInterval: conditional ? 'undetermined' : byInterval(claim, interval),
    interval,
  };
}

function benchmarkReturns(benchmark: 'buy-and-hold' | 'sma', evidence: ClaimEvidence): ArrayLike<number> {
  if (benchmark === 'buy-and-hold') return evidence.benchmarkReturns;
  if (!evidence.smaReturns) throw new RangeError('a claim against the SMA rule needs smaReturns');
  return evidence.smaReturns;
}

/** Strictly above or below, as in the paper: equal is not beaten. */
function bySign({ comparison }: Claim, realised: number, reference: number): ClaimVerdict {
  return (comparison === 'above' ? realised > reference : realised < reference) ? 'confirmed' : 'refuted';
}

function byInterval({ comparison }: Claim, [low, high]: readonly [number, number]): ClaimVerdict {
  if (low > 0) return comparison === 'above' ? 'confirmed' : 'refuted';
  if (high < 0) return comparison === 'above' ? 'refuted' : 'confirmed';
  return 'undetermined';
}

function quantityOf(quantity: ClaimQuantity, returns: ArrayLike<number>, periodsPerYear: number): number {
  switch (quantity) {
    case 'total-return':
      return growth(returns) - 1;
    case 'annual-return':
      return returns.length === 0 ? 0 : growth(returns) ** (periodsPerYear / returns.length) - 1;
    case 'sharpe': {
      const { n, mean, std, ...rest } = returnMoments(returns);
      // Sample deviation, as in the backtest.
      const sample = n > 1 ? std * Math.sqrt(n / (n - 1)) : 0;
      return Math.sqrt(periodsPerYear) * periodSharpe({ n, mean, std: sample, ...rest });
    }
    case 'max-drawdown':
      return maxDrawdown(returns);
    case 'volatility': {
      const { n, std } = returnMoments(returns);
      return n > 1 ? std * Math.sqrt((n / (n - 1)) * periodsPerYear) : 0;
    }
    case 'hit-rate':
      return hitRate(returns);
  }
}

/** Compounded; a loss of more than everything leaves nothing. */
function growth(returns: ArrayLike<number>): number {
  let equity = 1;
  for (let t = 0; t < returns.length; t++) equity *= Math.max(0, 1 + returns[t]!);
  return equity;
}

function maxDrawdown(returns: ArrayLike<number>): number {
  let equity = 1;
  let peak = 1;
  let worst = 0;
  for (let t = 0; t < returns.length; t++) {
    equity *= Math.max(0, 1 + returns[t]!);
    peak = Math.max(peak, equity);
    worst = Math.max(worst, 1 - equity / peak);
  }
  return worst;
}

function hitRate(returns: ArrayLike<number>): number {
  let won = 0;
  let active = 0;
  for (let t = 0; t < returns.length; t++) {
    if (returns[t]! > 0) won += 1;
    if (returns[t] !== 0) active += 1;
  }
  return active === 0 ? 0 : won / active;
}

function pick(series: ArrayLike<number>, index: Int32Array): Float64Array {
  const drawn = new Float64Array(index.length);
  for (let t = 0; t < index.length; t++) drawn[t] = series[index[t]!]!;
  return drawn;
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : value > 0 ? Number.MAX_VALUE : 0;
}
