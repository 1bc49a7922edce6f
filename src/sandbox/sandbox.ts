/** Runs untrusted strategy code in child processes; what comes back is bytes. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../base/digest.js';
import { UserError } from '../base/errors.js';
import type { Bars } from '../market/index.js';
import { failed, runBatch } from './batch.js';
import type { Command } from './child.js';
import { Pool } from './pool.js';
import { pythonCommand } from './python/enclosure.js';
import { selfTest } from './python/self-test.js';
import { Stripper } from './stripper.js';
import type { Execution, Sandbox, StrategyCode, Variant } from './types.js';
import { encodeBars } from './wire.js';

export interface SandboxOptions {
  /** Strategies at once; when not given, the number of processors, at most 4. */
  readonly size?: number;
  /** Wall time of one run in milliseconds; 5,000 when not given. */
  readonly deadlineMs?: number;
  /** Memory of one strategy in MiB; 128 when not given. */
  readonly memoryMb?: number;
}

/** A batch of variants may take this many times the deadline of one run, when its caller does not say. */
const BATCH_DEADLINES = 12;
/** One is enough for the work; the second is there for whoever comes while a killed one is replaced. */
const COMPILERS = 2;
/** Longer code than this is refused as `syntax`. */
const CODE_LENGTH = 1_000_000;

/**
 * Opens a sandbox. Children start with the first job; they end with {@link Sandbox.close}, with this process, or, when
 * this process is killed, on their own. Bars go in as they are: pass adjusted ones.
 * @example
 * const sandbox = createSandbox();
 * const { outcome, signal } = await sandbox.run({ code, language: 'typescript' }, adjusted(bars));
 * await sandbox.close();
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new ProcessSandbox(options);
}

export class ProcessSandbox implements Sandbox {
  readonly javascript: Pool;
  readonly compiler: Pool;
  private python: Promise<Pool> | undefined;
  private readonly stripper: Stripper;
  private readonly deadlineMs: number;

  private readonly size: number;
  private readonly memoryMb: number;

  constructor({ size, deadlineMs = 5000, memoryMb = 128 }: SandboxOptions) {
    this.deadlineMs = whole('deadlineMs', deadlineMs, 1, 3_600_000);
    this.memoryMb = whole('memoryMb', memoryMb, 8, 1024);
    this.size = whole('size', size ?? Math.min(4, availableParallelism()), 1, 64);
    this.javascript = new Pool(node('run', String(memoryMb)), this.size);
    this.compiler = new Pool(node('strip'), COMPILERS);
    this.stripper = new Stripper(this.compiler, deadlineMs);
  }

  async run(strategy: StrategyCode, bars: Bars): Promise<Execution> {
    const all: Variant = { kind: 'prefix', length: bars.time.length };
    const [execution] = await this.runVariants(strategy, bars, [all]);
    return execution!;
  }

  async runVariants(
    { code, language }: StrategyCode,
    bars: Bars,
    variants: readonly Variant[],
    { deadlineMs: batchMs = this.deadlineMs * BATCH_DEADLINES }: { deadlineMs?: number } = {},
  ): Promise<Execution[]> {
    checkVariants(variants, bars.time.length);
    const all = (execution: Execution) => variants.map(() => execution);
    if (code.length > CODE_LENGTH)
      return all(failed('syntax', `the code is longer than ${CODE_LENGTH} characters`, 0));
    const bytes = encodeBars(bars);
    const encoded = { digest: sha256(bytes), length: bars.time.length, bytes };
    const batch = { bars: encoded, variants, deadlineMs: this.deadlineMs, batchMs };
    if (language === 'python') return runBatch(await this.pythonPool(), { ...batch, code });
    const started = performance.now();
    const script = await this.stripper.strip(code);
    const millis = performance.now() - started;
    if ('problem' in script) return all(failed('syntax', script.problem, millis));
    if ('code' in script) return runBatch(this.javascript, { ...batch, code: script.code });
    if (script.how === 'killed')
      return all(failed('killed', `the compiler's process: ${script.why}`, millis));
    return all(failed('timed-out', `the compiler was stopped after ${this.deadlineMs} ms`, millis));
  }

  async close(): Promise<void> {
    const python = await this.python?.catch(() => undefined);
    await Promise.all([this.javascript.close(), this.compiler.close(), python?.close()]);
  }

  /** Python's children, started and tested with the first Python strategy. Rejects with UserError where they cannot be trusted. */
  pythonPool(): Promise<Pool> {
    this.python ??= this.openPython();
    return this.python;
  }

  private async openPython(): Promise<Pool> {
    const pool = new Pool(pythonCommand(this.memoryMb), this.size);
    try {
      await selfTest(pool);
      return pool;
    } catch (error) {
      await pool.close();
      throw error;
    }
  }
}

/** A Node child without this process's environment; the time zone is given so that the machine's own is not read. */
function node(...args: string[]): Command {
  const main = fileURLToPath(new URL('./javascript/main.js', import.meta.url));
  return { file: process.execPath, args: [main, ...args], env: { TZ: 'UTC' } };
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
