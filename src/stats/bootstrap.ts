/** Resampling with a seed. A statistic is a function of indices, so that paired series are drawn together. */
import { random } from '../base/random.js';

/** Computes a figure from a resample; `index` has length n and is reused: do not keep it. */
export type Statistic = (index: Int32Array) => number;

export interface BootstrapOptions {
  readonly seed: number | string;
  /** 2,000 when not given. */
  readonly replications?: number;
}

const REPLICATIONS = 2000;

/** Each observation drawn independently (Efron 1979). Length: replications. */
export function iidBootstrap(
  n: number,
  statistic: Statistic,
  { seed, replications = REPLICATIONS }: BootstrapOptions,
): Float64Array {
  const dice = random(`iid ${seed}`);
  const index = new Int32Array(n);
  return Float64Array.from({ length: replications }, () => {
    for (let t = 0; t < n; t++) index[t] = dice.integer(n);
    return statistic(index);
  });
}

/**
 * Blocks of geometric length with mean `block`, wrapped round the end (Politis and Romano, JASA 1994): keeps the
 * dependence of neighbouring days and gives stationary resamples.
 * @param block mean block length, at least 1; see politisWhite
 */
export function stationaryBootstrap(
  n: number,
  block: number,
  statistic: Statistic,
  { seed, replications = REPLICATIONS }: BootstrapOptions,
): Float64Array {
  if (!(block >= 1)) throw new RangeError(`mean block length ${block} is below 1`);
  const dice = random(`stationary ${seed}`);
  const index = new Int32Array(n);
  return Float64Array.from({ length: replications }, () => {
    for (let t = 0; t < n; t++) {
      const fresh = t === 0 || dice.next() < 1 / block;
      index[t] = fresh ? dice.integer(n) : (index[t - 1]! + 1) % n;
    }
    return statistic(index);
  });
}

/**
 * Whole clusters drawn with replacement (Cameron, Gelbach and Miller 2008, section on pairs cluster bootstrap): for
 * means over seeds of the same task.
 * @param clusters the cluster of each observation
 * @param statistic is given the indices of all observations of the clusters drawn; their number varies
 */
export function clusterBootstrap<Cluster>(
  clusters: readonly Cluster[],
  statistic: Statistic,
  { seed, replications = REPLICATIONS }: BootstrapOptions,
): Float64Array {
  const members = new Map<Cluster, number[]>();
  clusters.forEach((c, k) => members.set(c, [...(members.get(c) ?? []), k]));
  const groups = [...members.values()];
  const dice = random(`cluster ${seed}`);
  return Float64Array.from({ length: replications }, () =>
    statistic(Int32Array.from(groups.flatMap(() => groups[dice.integer(groups.length)]!))),
  );
}

/** The interval between the outer quantiles of a bootstrap (Efron's percentile interval); values that are not finite are left out. */
export function percentileInterval(samples: Float64Array, confidence = 0.95): [number, number] {
  const sorted = samples.filter(Number.isFinite).sort();
  return [quantile(sorted, (1 - confidence) / 2), quantile(sorted, (1 + confidence) / 2)];
}

/** Quantile of ascending values by linear interpolation (type 7 of Hyndman and Fan 1996); NaN when there are none. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  if (sorted.length === 0) return NaN;
  const at = (sorted.length - 1) * p;
  const below = Math.floor(at);
  const low = sorted[below]!;
  return low + (at - below) * ((sorted[below + 1] ?? low) - low);
}
