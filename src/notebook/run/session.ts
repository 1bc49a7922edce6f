/** One kernel that runs the cells of one notebook, with time limits and a way to stop it. */
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { KernelClient, KernelDied, type Answer, type Message } from '../../../kernel-extensions/index.js';
import type { CellInputs } from '../provenance/types.js';
import { DeadKernelError, OutOfMemoryError, type TimeoutError } from './errors.js';
import type { KernelCommand } from './kernels.js';
import type { CellOutputs } from './outputs.js';

/** After an interrupt a cell has this long to end before its kernel is killed. */
const GRACE_MS = 3000;
/** How long a kernel may take to say what a cell has read, when a loop of a timer keeps it busy. */
const INPUTS_MS = 10_000;

export interface CellRun {
  readonly executionCount: number | null;
  readonly error: {
    readonly ename: string;
    readonly evalue: string;
    readonly traceback: readonly string[];
  } | null;
  /** Null from kernels other than ours, and from one that is too busy to say. */
  readonly inputs: CellInputs | null;
  readonly wallMillis: number;
}

/** When a cell must have ended, and what to say when it has not. */
export interface Limit {
  readonly millis: number;
  readonly error: TimeoutError;
}

export interface SessionOptions {
  readonly kernel: KernelCommand;
  readonly cwd: string;
  readonly startTimeoutMs?: number;
}

export class Session {
  readonly #cells = new Map<string, CellOutputs>();
  readonly #comm = randomUUID();
  #running: CellOutputs | undefined;
  #stop: ((reason: unknown) => void) | undefined;

  private constructor(
    private readonly client: KernelClient,
    private readonly kernel: KernelCommand,
    /** `language_info` as the kernel gives it. */
    readonly language: Readonly<Record<string, unknown>>,
  ) {
    client.onPublished((message) => this.#late(message));
  }

  static async start({ kernel, cwd, startTimeoutMs = 120_000 }: SessionOptions): Promise<Session> {
    const env = { ...process.env, ...kernel.env };
    const launching = KernelClient.launch({ argv: kernel.argv, cwd, env, timeoutMs: startTimeoutMs });
    const client = await launching.catch((error: Error) => {
      throw new DeadKernelError(
        `The kernel ${kernel.name} did not start: ${error.message}`,
        'fides doctor says what this machine lacks.',
      );
    });
    const { content } = await client.request('kernel_info_request', {});
    const session = new Session(client, kernel, (content.language_info ?? {}) as Record<string, unknown>);
    if (kernel.ours) await session.#watch();
    return session;
  }

  /**
   * Runs one cell; resolves when its answer, its `idle` and with it its last output have come.
   * @param where names the cell in errors
   */
  async run(source: string, cell: CellOutputs, limit: Limit | null, where: string): Promise<CellRun> {
    this.#running = cell;
    const onOutput = (message: Message) => {
      this.#cells.set(message.parent.msg_id ?? '', cell);
      cell.take(message);
    };
    const started = performance.now();
    try {
      const asked = this.client.execute(source, { stopOnError: false, onOutput });
      // right behind the cell: the kernel answers in order, and the question costs no round trip
      const inputs = this.kernel.ours ? this.#askInputs() : Promise.resolve(null);
      const { content } = await this.#bounded(asked, limit);
      const wallMillis = Math.round(performance.now() - started);
      const { status, execution_count: count, ename, evalue, traceback } = content;
      return {
        executionCount: typeof count === 'number' ? count : null,
        error:
          status === 'ok'
            ? null
            : {
                ename: String(ename ?? status),
                evalue: String(evalue ?? ''),
                traceback: Array.isArray(traceback) ? traceback.map(String) : [],
              },
        inputs: await within(INPUTS_MS, inputs),
        wallMillis,
      };
    } catch (error) {
      throw error instanceof KernelDied ? died(error, where) : error;
    } finally {
      this.#running = undefined;
    }
  }

  /** Ends the running cell, as Ctrl-C does; its `run` rejects with the reason. */
  stop(reason: unknown): void {
    this.#stop?.(reason);
  }

  async close(): Promise<void> {
    await this.client.shutdown();
  }

  /** Output of a cell that is over, by a timer of its own: it belongs to that cell. */
  #late(message: Message): void {
    const cell = this.#cells.get(message.parent.msg_id ?? '');
    if (cell && cell !== this.#running) cell.take(message);
  }

  /** Waits for an answer; at a limit or a stop interrupts the cell, then kills a kernel that does not heed it. */
  async #bounded(asked: Promise<Answer>, limit: Limit | null): Promise<Answer> {
    let timer: NodeJS.Timeout | undefined;
    const stopped = new Promise<never>((_, reject) => {
      this.#stop = reject;
      if (limit) timer = setTimeout(() => reject(limit.error), limit.millis);
    });
    try {
      return await Promise.race([asked, stopped]);
    } catch (error) {
      if (!(error instanceof KernelDied)) await this.#halt(asked);
      throw error;
    } finally {
      clearTimeout(timer);
      this.#stop = undefined;
    }
  }

  async #halt(asked: Promise<Answer>): Promise<void> {
    const { child } = this.client.process;
    if (this.kernel.interrupt === 'message') void this.client.interrupt().catch(() => {});
    else child.kill('SIGINT');
    const kill = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    await asked.catch(() => {});
    clearTimeout(kill);
  }

  async #watch(): Promise<void> {
    const file = fileURLToPath(new URL('../provenance/watch.js', import.meta.url));
    const start = `((await import(String(${JSON.stringify(file)}))) as any).watchCells()`;
    const { content } = await this.client.execute(start, { silent: true });
    if (content.status !== 'ok') throw new Error(`cells cannot be watched: ${String(content.evalue)}`);
    await this.client.tell('comm_open', { comm_id: this.#comm, target_name: 'fides.inputs', data: {} });
  }

  /** Resolves with null when the kernel ends. */
  #askInputs(): Promise<CellInputs | null> {
    return new Promise((resolve) => {
      const forget = this.client.onPublished(({ header, content }) => {
        if (header.msg_type !== 'comm_msg' || content.comm_id !== this.#comm) return;
        forget();
        resolve(content.data as CellInputs);
      });
      void this.client.process.ended.then(() => resolve(null));
      void this.client.tell('comm_msg', { comm_id: this.#comm, data: {} });
    });
  }
}

async function within<T>(millis: number, promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, millis, null)));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function died(error: KernelDied, where: string): DeadKernelError {
  const [first = '', ...written] = error.message.split('\n');
  if (/heap out of memory|Allocation failed|RangeError: Array buffer allocation/.test(error.message))
    return new OutOfMemoryError(
      `${where}: the kernel ran out of memory.`,
      'Work on less at once, or set NODE_OPTIONS=--max-old-space-size=MEGABYTES.',
    );
  const log = written.slice(0, 5).join('\n');
  if (/SIGKILL/.test(first))
    return new DeadKernelError(
      `${where}: the kernel was killed (SIGKILL).${log && `\n${log}\n`}`,
      'Linux does so when memory runs out: work on less at once, or look into its log.',
    );
  return new DeadKernelError(
    `${where}: ${first.replace(/^The kernel ended/, 'the kernel ended')}${log && `\n${log}\n`}`,
    'Run the cell in Jupyter to see what it does.',
  );
}
