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
/** How long a termination that found nothing to end is waited for. */
const SPENT_WITHIN_MS = 500;

export interface InterruptEffects {
  send(message: ToMain): void;
  /** The cell that runs, to which a failure is reported. */
  running(): RequestId;
  /** From here to `release` the main thread is given nothing to run: a late termination would end that instead. */
  hold(): void;
  release(): void;
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
  /** Terminations that the main thread has yet to come across. */
  #unspent = 0;

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
    this.effects.hold();
    try {
      await this.#climb(this.effects.running());
      await this.#spend();
    } finally {
      this.#climbing = false;
      this.effects.release();
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
        this.#terminate();
        ask();
      }
      if (performance.now() - started > CHILDREN_AFTER_MS) signalChildren();
      if (await this.#answered(serial, RETRY_MS)) return this.effects.settled(cell);
    }
    this.effects.stuck(cell);
  }

  #terminate(): void {
    this.#unspent++;
    this.#session.post('Runtime.evaluate', { expression: BEFORE_TERMINATION });
    this.#session.post('Runtime.terminateExecution', () => this.#unspent--);
  }

  /** A termination waits for the next JavaScript when there is none to end: gives it our own. */
  async #spend(): Promise<void> {
    const until = performance.now() + SPENT_WITHIN_MS;
    while (this.#unspent > 0 && performance.now() < until) {
      this.effects.send({ kind: 'interrupt', serial: this.#serial, cell: 0 });
      await tick();
    }
  }

  close(): void {
    this.#session.disconnect();
  }

  async #answered(serial: number, within: number): Promise<boolean> {
    const until = performance.now() + within;
    while (Atomics.load(this.#shared, Shared.interrupted) < serial) {
      if (performance.now() >= until) return false;
      await tick();
    }
    return true;
  }
}

function tick(): Promise<void> {
  return new Promise((done) => setTimeout(done, 2));
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
