/** One strategy on many variants of the same bars: in one child as long as it lives, in the next when it does not. */
import type { Pool } from './pool.js';
import type { Execution, Outcome, Variant } from './types.js';
import { variantLength } from './variants.js';
import { decodeExecution, encodeJob, executionCap } from './wire.js';

/** The bars that a job runs on, encoded once. */
export interface EncodedBars {
  readonly digest: string;
  readonly length: number;
  readonly bytes: Buffer;
}

export interface Batch {
  readonly code: string;
  readonly bars: EncodedBars;
  readonly variants: readonly Variant[];
  /** Time for one variant and for all of them, from when a child begins. */
  readonly deadlineMs: number;
  readonly batchMs: number;
}

/** Results in the order of the variants; a variant that costs its child does not cost the others. */
export async function runBatch(
  pool: Pool,
  { code, bars, variants, deadlineMs, batchMs }: Batch,
): Promise<Execution[]> {
  const results: Execution[] = [];
  let until: number | undefined;
  for (let id = 1; results.length < variants.length; id++) {
    const child = await pool.acquire();
    const started = performance.now();
    until ??= started + batchMs;
    const rest = variants.slice(results.length);
    const first = results.length;
    const job = encodeJob({ id, code, deadlineMs, variants: rest });
    const ending = await child.exchange({
      send: child.held === bars.digest ? [job] : [bars.bytes, job],
      cap: executionCap(bars.length),
      stepMs: deadlineMs,
      until,
      take: (frame) => {
        const index = results.length - first;
        results.push(decodeExecution(frame, id, index, variantLength(rest[index]!, bars.length)));
        return results.length === variants.length;
      },
    });
    child.held = bars.digest;
    pool.release(child, ending.how === 'done');
    const millis = performance.now() - started;
    if (ending.how === 'killed')
      results.push(failed('killed', `the strategy's process: ${ending.why}`, millis));
    if (ending.how === 'timed-out')
      results.push(failed('timed-out', `stopped after ${deadlineMs} ms`, millis));
    if (performance.now() < until) continue;
    while (results.length < variants.length)
      results.push(failed('timed-out', `the batch was stopped after ${batchMs} ms`, 0));
  }
  return results;
}

export function failed(outcome: Outcome, detail: string, millis: number): Execution {
  return { outcome, detail, signal: null, repairs: { missing: 0, rounded: 0, clipped: 0 }, millis };
}
