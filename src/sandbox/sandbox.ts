/** Runs untrusted strategy code in child processes; what comes back is bytes. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { UserError } from '../base/errors.js';
import { sha256 } from '../base/digest.js';
import type { Bars } from '../market/index.js';
import type { EncodedBars } from './child.js';
import { Pool } from './pool.js';
import { encodeBars } from './wire.js';
import type { Execution, Outcome, Sandbox, StrategyCode, Variant } from './types.js';

export interface SandboxOptions {
  /** Children at once; the number of processors, at most 4, when not given. */
  readonly size?: number;
  /** Wall time of one run. */
  readonly deadlineMs?: number;
  /** Memory that one strategy may take, in MiB. */
  readonly memoryMb?: number;
}

/** A batch of variants may take this many times the deadline of one run, when its caller does not say. */
const BATCH_DEADLINES = 12;

/**
 * Opens a sandbox. Children start with the first job and end with {@link Sandbox.close}, with this process, or on their
 * own when this process is killed.
 * @example
 * const sandbox = createSandbox();
 * const { outcome, signal } = await sandbox.run({ code, language: 'typescript' }, bars);
 * await sandbox.close();
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new ProcessSandbox(options);
}

export class ProcessSandbox implements Sandbox {
  readonly javascript: Pool;
  private readonly deadlineMs: number;
  private sequence = 0;

  constructor({ size, deadlineMs = 5000, memoryMb = 128 }: SandboxOptions) {
    this.deadlineMs = whole('deadlineMs', deadlineMs, 1, 3_600_000);
    whole('memoryMb', memoryMb, 8, 1024);
    const children = whole('size', size ?? Math.min(4, availableParallelism()), 1, 64);
    const main = fileURLToPath(new URL('./javascript/child.js', import.meta.url));
    const env = { TZ: 'UTC' };
    this.javascript = new Pool({ file: process.execPath, args: [main, String(memoryMb)], env }, children);
  }

  async run(strategy: StrategyCode, bars: Bars): Promise<Execution> {
    const whole: Variant = { kind: 'prefix', length: bars.time.length };
    const [execution] = await this.runVariants(strategy, bars, [whole], {
      deadlineMs: this.deadlineMs + 1000,
    });
    return execution!;
  }

  async runVariants(
    strategy: StrategyCode,
    bars: Bars,
    variants: readonly Variant[],
    { deadlineMs = this.deadlineMs * BATCH_DEADLINES }: { deadlineMs?: number } = {},
  ): Promise<Execution[]> {
    if (variants.length === 0) return [];
    checkVariants(variants, bars.time.length);
    const pool = await this.poolFor(strategy);
    const bytes = encodeBars(bars);
    const encoded: EncodedBars = { digest: sha256(bytes), length: bars.time.length, bytes };
    return this.batch(pool, strategy, encoded, variants, deadlineMs);
  }

  async close(): Promise<void> {
    await this.javascript.close();
  }

  /** The variants in order, in one child as long as it lives; a variant that costs its child does not cost the others. */
  private async batch(
    pool: Pool,
    strategy: StrategyCode,
    bars: EncodedBars,
    variants: readonly Variant[],
    batchMs: number,
  ): Promise<Execution[]> {
    const results: Execution[] = [];
    let until: number | undefined;
    while (results.length < variants.length) {
      const child = await pool.acquire();
      until ??= performance.now() + batchMs;
      const started = performance.now();
      const rest = variants.slice(results.length);
      const job = {
        ...strategy,
        id: (this.sequence = (this.sequence + 1) >>> 0),
        deadlineMs: this.deadlineMs,
        variants: rest,
      };
      const ending = await child.run(job, bars, until, (_, execution) => results.push(execution));
      pool.release(child, ending.how === 'done');
      const millis = performance.now() - started;
      if (ending.how === 'killed')
        results.push(failed('killed', `the process of the strategy ${ending.why}`, millis));
      if (ending.how === 'timed-out')
        results.push(failed('timed-out', `stopped after ${this.deadlineMs} ms`, millis));
      if (performance.now() >= until)
        while (results.length < variants.length)
          results.push(failed('timed-out', `the batch was stopped after ${batchMs} ms`, 0));
    }
    return results;
  }

  private async poolFor({ language }: StrategyCode): Promise<Pool> {
    if (language !== 'python') return this.javascript;
    throw new UserError('Python strategies are not supported yet.', 'Use TypeScript or JavaScript.');
  }
}

function failed(outcome: Outcome, detail: string, millis: number): Execution {
  return { outcome, detail, signal: null, repairs: { missing: 0, rounded: 0, clipped: 0 }, millis };
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UserError(
    `The sandbox option ${name} is ${value}.`,
    `Give a whole number from ${least} to ${most}.`,
  );
}

function checkVariants(variants: readonly Variant[], length: number): void {
  for (const variant of variants) {
    const bar = variant.kind === 'prefix' ? variant.length : variant.after;
    if (!Number.isInteger(bar) || bar < 0 || bar > length)
      throw new RangeError(`a ${variant.kind} variant at ${bar} of ${length} bars`);
  }
}
