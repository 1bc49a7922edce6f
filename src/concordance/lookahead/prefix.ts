/** The prefix check: the signal at bar t must not change when the bars after t are removed or altered. */
import { random } from '../../base/random.js';
import type { Bars, Range } from '../../market/index.js';
import type { Execution, Sandbox, StrategyCode, Variant } from '../../sandbox/index.js';
import type { PrefixCheck } from '../types.js';

export interface PrefixOptions {
  /** Cut points; 8 when not given. */
  readonly cuts?: number;
  readonly seed: number | string;
  /** 40 cut points, and four alterations at each. */
  readonly thorough?: boolean;
}

const CUTS = 8;
const THOROUGH_CUTS = 40;
/** What prices after the cut are multiplied by: up and down, by much at one cut and by little at the next. */
const FACTORS = [
  [1.6, 0.6],
  [1.04, 0.96],
] as const;

/**
 * Runs a strategy at each cut on the bars up to it, and on all bars with those after it altered. Any signal at or
 * before a cut that differs from `full` is a leak, however small its effect; so is a signal that needs the next bar
 * merely to exist. A run that fails is not compared, so that a strategy that cannot do with fewer bars is not accused.
 *
 * Half of the cuts are bars at which the full run changed its mind: what a leak shows, it shows there first.
 *
 * @param full signals on all bars, length n
 * @param range the out-of-sample window
 */
export async function prefixCheck(
  sandbox: Sandbox,
  strategy: StrategyCode,
  bars: Bars,
  full: Int8Array,
  range: Range,
  { cuts: asked, seed, thorough = false }: PrefixOptions,
): Promise<PrefixCheck> {
  const cuts = cutPoints(full, range, asked ?? (thorough ? THOROUGH_CUTS : CUTS), seed);
  const plan = cuts.flatMap((cut, k) => variantsAt(cut, k, thorough).map((variant) => ({ cut, variant })));
  const runs = await sandbox.runVariants(
    strategy,
    bars,
    plan.map((p) => p.variant),
  );
  const comparable = new Set<number>();
  let first: { bar: number; cut: number; by: 'prefix' | 'altered' } | null = null;
  plan.forEach(({ cut, variant }, k) => {
    const signal = signalOf(runs[k]);
    if (!signal) return;
    comparable.add(cut);
    const bar = firstDifference(full, signal, cut);
    if (bar === null || (first && first.bar <= bar)) return;
    first = { bar, cut, by: variant.kind };
  });
  const leak = first as { bar: number; cut: number; by: 'prefix' | 'altered' } | null;
  return {
    leak: leak !== null,
    bar: leak?.bar ?? null,
    cut: leak?.cut ?? null,
    by: leak?.by ?? null,
    compared: comparable.size,
    cuts: cuts.length,
  };
}

function variantsAt(cut: number, k: number, thorough: boolean): Variant[] {
  const factors = thorough ? FACTORS.flat() : FACTORS[k % FACTORS.length]!;
  return [
    { kind: 'prefix', length: cut + 1 },
    ...factors.map((factor): Variant => ({ kind: 'altered', after: cut, factor })),
  ];
}

function signalOf(run: Execution | undefined): Int8Array | null {
  return run?.outcome === 'ok' ? run.signal : null;
}

/** The first bar up to the cut, itself included, whose signals differ. */
function firstDifference(a: Int8Array, b: Int8Array, cut: number): number | null {
  for (let t = 0; t <= cut; t++) if (a[t] !== b[t]) return t;
  return null;
}

/**
 * Bars of the window after which the future is withheld, ascending: the last decision of the window, the decision
 * before the window (everything in it is then withheld), bars where the signal changes, and bars drawn at random.
 */
export function cutPoints(
  full: Int8Array,
  { from, to }: Range,
  count: number,
  seed: number | string,
): number[] {
  const low = Math.max(0, from - 1);
  const high = Math.min(to, full.length) - 2;
  if (high < low || count < 1) return [];
  const chosen = new Set([high, low].slice(0, count));
  const dice = random(`prefix ${seed}`);
  const changes: number[] = [];
  for (let t = low + 1; t <= high; t++) if (full[t] !== full[t - 1]) changes.push(t);
  for (const half = Math.ceil(count / 2) + 1; chosen.size < half && changes.length > 0;) {
    chosen.add(changes.splice(dice.integer(changes.length), 1)[0]!);
  }
  for (const total = Math.min(count, high - low + 1); chosen.size < total;) {
    chosen.add(low + dice.integer(high - low + 1));
  }
  return [...chosen].sort((a, b) => a - b);
}
