/** The causal replay: the strategy is called anew on each prefix, so no signal can know a later bar. */
import type { Bars, Range } from '../../market/index.js';
import type { Sandbox, StrategyCode, Variant } from '../../sandbox/index.js';
import type { CausalReplay } from '../types.js';

export interface ReplayOptions {
  /** For all calls together, in milliseconds; 600 a call and 5,000 more when not given. */
  readonly deadlineMs?: number;
}

/**
 * Signals as they would have been made day by day. The signals that earn the window's returns are those of bars
 * range.from - 1 .. range.to - 2 (lag one); bar range.to - 1 is called as well, so that the window has them all.
 * A call that fails leaves a 0 and is counted in `failures`; it accuses nobody.
 *
 * @returns `differing` counts the bars whose call succeeded and decided otherwise than one run on all bars
 */
export async function causalReplay(
  sandbox: Sandbox,
  strategy: StrategyCode,
  bars: Bars,
  range: Range,
  { deadlineMs }: ReplayOptions = {},
): Promise<CausalReplay> {
  const n = bars.time.length;
  const from = Math.max(0, range.from - 1);
  const calls = range.to - from;
  const prefixes = Array.from({ length: calls }, (_, k): Variant => ({
    kind: 'prefix',
    length: from + k + 1,
  }));
  const all: Variant = { kind: 'prefix', length: n };
  const runs = await sandbox.runVariants(strategy, bars, [all, ...prefixes], {
    deadlineMs: deadlineMs ?? 5000 + 600 * calls,
  });
  const full = runs[0]?.outcome === 'ok' ? runs[0].signal : null;
  const signal = new Int8Array(n);
  let failures = 0;
  let differing = 0;
  for (let k = 0; k < calls; k++) {
    const run = runs[k + 1];
    const t = from + k;
    if (run?.outcome !== 'ok' || !run.signal) {
      failures += 1;
      continue;
    }
    signal[t] = run.signal[t]!;
    if (full && full[t] !== signal[t]) differing += 1;
  }
  return { failures, calls, signal, differing };
}
