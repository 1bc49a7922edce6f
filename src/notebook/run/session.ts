/** One kernel that runs the cells of one notebook, with time limits and a way to stop it. */
import { KernelClient, KernelDied, type Answer } from '../../../kernel-extensions/index.js';
import { fileURLToPath } from 'node:url';
import type { CellInputs } from '../provenance/types.js';
import { WATCH } from '../provenance/watch.js';
import type { Output } from '../format/types.js';
import { DeadKernelError, InterruptedError, TimeoutError } from './errors.js';
import type { KernelCommand } from './kernels.js';
import { OutputCollector } from './outputs.js';

/** After an interrupt a cell has this long to end before its kernel is killed. */
const GRACE_MS = 3000;

export interface CellRun {
  readonly outputs: readonly Output[];
  readonly executionCount: number | null;
  readonly error: {
    readonly ename: string;
    readonly evalue: string;
    readonly traceback: readonly string[];
  } | null;
  /** Null from kernels other than ours. */
  readonly inputs: CellInputs | null;
  readonly wallMillis: number;
}

export interface SessionOptions {
  readonly kernel: KernelCommand;
  readonly cwd: string;
  readonly startTimeoutMs?: number;
}

export class Session {
  readonly #collector = new OutputCollector();
  #stop: ((reason: Error) => void) | undefined;

  private constructor(
    private readonly client: KernelClient,
    private readonly kernel: KernelCommand,
  ) {}

  static async start({ kernel, cwd, startTimeoutMs = 120_000 }: SessionOptions): Promise<Session> {
    const client = await KernelClient.launch({
      argv: kernel.argv,
      cwd,
      env: { ...process.env, ...kernel.env },
      timeoutMs: startTimeoutMs,
    }).catch((error: unknown) => {
      throw error instanceof KernelDied
        ? new DeadKernelError(
            `The kernel ${kernel.name} did not start: ${error.message}`,
            'Run `fides doctor`.',
          )
        : error;
    });
    if (kernel.ours) {
      const module = JSON.stringify(fileURLToPath(new URL('../provenance/watch.js', import.meta.url)));
      await client.execute(`(await import(${module})).watchCells()`, { silent: true });
    }
    return new Session(client, kernel);
  }

  /** Runs one cell; resolves when its answer, its `idle` and with it its last output have come. */
  async run(source: string, timeoutMs: number | null): Promise<CellRun> {
    const { outputs, take } = this.#collector.cell();
    const started = performance.now();
    const stopOnError = false;
    const userExpressions = this.kernel.ours ? { inputs: `${WATCH}()` } : {};
    const answer = await this.#bounded(
      this.client.execute(source, { stopOnError, userExpressions, onOutput: take }),
      timeoutMs,
      outputs,
    );
    const wallMillis = Math.round(performance.now() - started);
    const {
      status,
      execution_count: count,
      ename,
      evalue,
      traceback,
    } = answer.content as Record<string, unknown>;
    const error =
      status === 'error'
        ? {
            ename: String(ename),
            evalue: String(evalue),
            traceback: (traceback as string[] | undefined) ?? [],
          }
        : null;
    return {
      outputs,
      executionCount: typeof count === 'number' ? count : null,
      error,
      inputs: await this.#inputs(answer, error !== null),
      wallMillis,
    };
  }

  /** Ends the running cell, as Ctrl-C does. */
  interrupt(): void {
    this.#stop?.(new InterruptedError('Interrupted.', 'The notebook was saved up to the cell that ran.'));
  }

  async close(): Promise<void> {
    await this.client.shutdown();
  }

  /** Waits for an answer; on a time limit or Ctrl-C interrupts the cell, then kills a kernel that does not heed it. */
  async #bounded(
    asked: Promise<Answer>,
    timeoutMs: number | null,
    outputs: readonly Output[],
  ): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined;
    const stopped = new Promise<never>((_, reject) => {
      this.#stop = reject;
      if (timeoutMs !== null)
        timer = setTimeout(
          () =>
            reject(
              new TimeoutError(
                `The cell took longer than ${timeoutMs / 1000} s.`,
                'Allow more with --timeout.',
              ),
            ),
          timeoutMs,
        );
    });
    try {
      return await Promise.race([asked, stopped]);
    } catch (error) {
      if (error instanceof KernelDied) throw died(error, outputs);
      await this.#halt(asked);
      throw error;
    } finally {
      clearTimeout(timer);
      this.#stop = undefined;
    }
  }

  async #halt(asked: Promise<Answer>): Promise<void> {
    const over = asked.then(
      () => {},
      () => {},
    );
    if (this.kernel.interrupt === 'message') void this.client.interrupt().catch(() => {});
    else this.client.process.child.kill('SIGINT');
    const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), GRACE_MS).unref());
    if ((await Promise.race([over, late])) === 'late') this.client.process.child.kill('SIGKILL');
    await over;
  }

  /** A cell that failed was not asked for its inputs: it is asked behind it. */
  async #inputs(answer: Answer, failed: boolean): Promise<CellInputs | null> {
    if (!this.kernel.ours) return null;
    const asked = failed
      ? await this.client.execute('', { silent: true, userExpressions: { inputs: `${WATCH}()` } })
      : answer;
    const { inputs } =
      (asked.content as { user_expressions?: { inputs?: { data?: Record<string, unknown> } } })
        .user_expressions ?? {};
    return (inputs?.data?.['application/json'] as CellInputs | undefined) ?? null;
  }
}

function died(error: KernelDied, outputs: readonly Output[]): DeadKernelError {
  const memory = /heap out of memory|Allocation failed/.test(error.message);
  const last = outputs.length > 0 ? '' : ' before it put anything out';
  return new DeadKernelError(
    `The kernel died${last}${memory ? ' of a lack of memory' : ''}: ${error.message}`,
    memory
      ? 'Work on less at once, or set NODE_OPTIONS=--max-old-space-size=MEGABYTES.'
      : 'Run the cell in Jupyter to see what it does.',
  );
}
