/**
 * Interrupts the main thread from the worker, whatever it is at. The ladder: ask it; where it does not answer,
 * terminate the running JavaScript through an inspector session and ask again; signal child processes that it
 * waits for; and where nothing helps within ten seconds, say so.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { BEFORE_TERMINATION } from './async-stack.js';
import { Phase, Shared, type RequestId, type ToMain } from './channel.js';

const ASK_MS = 15;
const RETRY_MS = 40;
const CHILDREN_AFTER_MS = 400;
const GIVE_UP_MS = 10_000;

export interface InterruptEffects {
  send(message: ToMain): void;
  /** The cell that runs, to which a failure is reported. */
  running(): RequestId;
  /** The interrupt had no effect for ten seconds. */
  stuck(cell: RequestId): void;
  /** The main thread has answered: a cell still open after this was cut off before it could settle. */
  settled(cell: RequestId): void;
}

export class Interrupter {
  readonly #session = new Session();
  readonly #shared: Int32Array;
  #serial = 0;
  #climbing = false;

  constructor(
    shared: SharedArrayBuffer,
    private readonly effects: InterruptEffects,
  ) {
    this.#shared = new Int32Array(shared);
    this.#session.connectToMainThread();
  }

  /** Resolves when the main thread has taken notice, or when all has been tried. */
  async interrupt(): Promise<void> {
    if (this.#climbing) return;
    this.#climbing = true;
    try {
      await this.#climb(this.effects.running());
    } finally {
      this.#climbing = false;
    }
  }

  async #climb(cell: RequestId): Promise<void> {
    const serial = ++this.#serial;
    const started = performance.now();
    const ask = () => this.effects.send({ kind: 'interrupt', serial, cell });
    ask();
    if (await this.#answered(serial, ASK_MS)) return this.effects.settled(cell);
    while (performance.now() - started < GIVE_UP_MS) {
      if (Atomics.load(this.#shared, Shared.phase) !== Phase.kernel) {
        this.#session.post('Runtime.evaluate', { expression: BEFORE_TERMINATION });
        this.#session.post('Runtime.terminateExecution');
        ask();
      }
      if (performance.now() - started > CHILDREN_AFTER_MS) signalChildren();
      if (await this.#answered(serial, RETRY_MS)) return this.effects.settled(cell);
    }
    this.effects.stuck(cell);
  }

  close(): void {
    this.#session.disconnect();
  }

  async #answered(serial: number, within: number): Promise<boolean> {
    const until = performance.now() + within;
    do {
      if (Atomics.load(this.#shared, Shared.interrupted) >= serial) return true;
      await new Promise((tick) => setTimeout(tick, 2));
    } while (performance.now() < until);
    return false;
  }
}

/** execSync and spawnSync return only when their child does; a shell returns only when its own child does. */
function signalChildren(): void {
  for (const pid of descendants(process.pid)) {
    try {
      process.kill(pid, 'SIGINT');
    } catch {
      // it has just ended
    }
  }
}

function descendants(ancestor: number): number[] {
  if (process.platform === 'win32') return [];
  const children = processes().filter(([, parent]) => parent === ancestor);
  return children.flatMap(([pid]) => [pid, ...descendants(pid)]);
}

/** Process ids with their parents'. */
function processes(): [pid: number, parent: number][] {
  if (existsSync('/proc/self/stat')) {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map((pid) => [Number(pid), parentOf(pid)]);
  }
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').map((line) => {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    return [pid, parent];
  });
}

function parentOf(pid: string): number {
  try {
    // pid (name) state ppid ...: the name may hold spaces and brackets
    return Number(/^[^]*\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}
