/** Claimed against realised, and how far judges agree. Functions of plain counts and verdicts; the study calls them. */
import {
  clusterBootstrap,
  cohenKappa,
  percentileInterval,
  wilson,
  type Kappa,
  type Proportion,
} from '../stats/index.js';
import type { JudgeChecks, Verdict } from './types.js';

/** One strategy's claim and what became of it. */
export interface ClaimOutcome {
  readonly claimed: boolean;
  readonly realised: boolean;
}

export interface Calibration {
  readonly n: number;
  readonly claimed: number;
  /** Of those that claim, how many were right, with Wilson's interval. */
  readonly hits: number;
  readonly hitRate: Proportion;
  /** Of those that do not claim, how many would have been right. */
  readonly silentHits: number;
  readonly silentRate: Proportion;
}

/** @example calibration(records.map((r) => ({ claimed: r.claimsToBeat, realised: r.beats }))).hitRate */
export function calibration(outcomes: readonly ClaimOutcome[]): Calibration {
  const claiming = outcomes.filter((o) => o.claimed);
  const silent = outcomes.filter((o) => !o.claimed);
  const hits = claiming.filter((o) => o.realised).length;
  const silentHits = silent.filter((o) => o.realised).length;
  return {
    n: outcomes.length,
    claimed: claiming.length,
    hits,
    hitRate: wilson(hits, claiming.length),
    silentHits,
    silentRate: wilson(silentHits, silent.length),
  };
}

export interface GateRow {
  readonly n: number;
  readonly beats: number;
  readonly rate: Proportion;
}

/** The paper's gate: strategies whose say->do is 1 against those below; a score of null is in neither. */
export function gate(rows: readonly { score: number | null; beats: boolean }[]): {
  concordant: GateRow;
  discordant: GateRow;
} {
  const row = (group: typeof rows): GateRow => {
    const beats = group.filter((r) => r.beats).length;
    return { n: group.length, beats, rate: wilson(beats, group.length) };
  };
  return {
    concordant: row(rows.filter((r) => r.score === 1)),
    discordant: row(rows.filter((r) => r.score !== null && r.score < 1)),
  };
}

export interface MeanInterval {
  /** NaN when there is nothing to average. */
  readonly mean: number;
  readonly n: number;
  readonly clusters: number;
  readonly low: number;
  readonly high: number;
}

/**
 * A mean with a 95 % interval that draws whole clusters: several seeds of one task are not independent.
 * @param clusters the cluster (task) of each value
 */
export function clusteredMean(
  values: readonly number[],
  clusters: readonly string[],
  { seed, replications }: { seed: number | string; replications?: number },
): MeanInterval {
  if (values.length !== clusters.length) {
    throw new RangeError(`${values.length} values in ${clusters.length} clusters`);
  }
  const mean = (index: ArrayLike<number>) => {
    let sum = 0;
    for (let k = 0; k < index.length; k++) sum += values[index[k]!]!;
    return sum / index.length;
  };
  const all = mean(values.map((_, k) => k));
  const count = new Set(clusters).size;
  if (count < 2) return { mean: all, n: values.length, clusters: count, low: all, high: all };
  const samples = clusterBootstrap(clusters, mean, { seed, ...(replications && { replications }) });
  const [low, high] = percentileInterval(samples);
  return { mean: all, n: values.length, clusters: count, low, high };
}

/** Counts of one check under two judges, a's answer first. */
export interface Confusion {
  readonly yesYes: number;
  readonly yesNo: number;
  readonly noYes: number;
  readonly noNo: number;
}

export interface JudgeAgreement {
  /** Strategies scored by both. */
  readonly n: number;
  readonly exact: number;
  readonly meanAbsoluteDifference: number;
  readonly kappa: Kappa;
  readonly kappaLinear: Kappa;
  readonly kappaQuadratic: Kappa;
  /** Over strategies on which both gave checks; null when there are none. */
  readonly checks: Readonly<Record<keyof JudgeChecks, Confusion & { readonly kappa: number | null }>> | null;
}

/** say->do scores come in quarters; weighted kappa needs all of them, seen or not. */
const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

/** @param a and b: the verdicts of two judges on the same strategies, in the same order */
export function judgeAgreement(a: readonly Verdict[], b: readonly Verdict[]): JudgeAgreement {
  if (a.length !== b.length) throw new RangeError(`${a.length} verdicts against ${b.length}`);
  const both = a.flatMap((v, k) => {
    const other = b[k]!;
    return v.score === null || other.score === null ? [] : [[v.score, other.score] as const];
  });
  const first = both.map(([x]) => x);
  const second = both.map(([, y]) => y);
  const quarters = [...first, ...second].every((s) => QUARTERS.includes(s));
  const kappa = (weights: 'none' | 'linear' | 'quadratic') =>
    cohenKappa(first, second, { weights, ...(quarters && { categories: QUARTERS }) });
  return {
    n: both.length,
    exact: both.filter(([x, y]) => x === y).length,
    meanAbsoluteDifference: both.reduce((sum, [x, y]) => sum + Math.abs(x - y), 0) / both.length,
    kappa: kappa('none'),
    kappaLinear: kappa('linear'),
    kappaQuadratic: kappa('quadratic'),
    checks: perCheck(a, b),
  };
}

function perCheck(a: readonly Verdict[], b: readonly Verdict[]): JudgeAgreement['checks'] {
  const pairs = a.flatMap((v, k) => {
    const other = b[k]!.checks;
    return v.checks && other ? [[v.checks, other] as const] : [];
  });
  if (pairs.length === 0) return null;
  const of = (check: keyof JudgeChecks) => {
    const count = (x: boolean, y: boolean) =>
      pairs.filter(([p, q]) => p[check] === x && q[check] === y).length;
    const answers = (side: 0 | 1) => pairs.map((pair) => Number(pair[side][check]));
    return {
      yesYes: count(true, true),
      yesNo: count(true, false),
      noYes: count(false, true),
      noNo: count(false, false),
      kappa: cohenKappa(answers(0), answers(1)).kappa,
    };
  };
  return { d: of('d'), i: of('i'), x: of('x'), m: of('m') };
}
