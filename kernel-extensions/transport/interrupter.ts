/**
 * Interrupts the main thread from the worker, whatever it is at. The ladder: ask it; where it does not answer,
 * terminate the running JavaScript through an inspector session and ask again; signal child processes that it
 * waits for; and where Node would abort the process, end it after saying so.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { Phase, Shared, type RequestId, type ToMain } from './channel.js';

const ASK_MS = 15;
const RETRY_MS = 40;
const CHILDREN_AFTER_MS = 400;
const GIVE_UP_MS = 10_000;

export interface InterruptEffects {
  send(message: ToMain): void;
  /** The cell that runs, to which a failure is reported. */
  running(): RequestId;
  /** Node cannot stop this cell and live: report it and end the process. */
  lost(cell: RequestId): void;
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
        if (this.#wouldAbort()) return this.effects.lost(cell);
        this.#session.post('Runtime.terminateExecution');
        ask();
      }
      if (performance.now() - started > CHILDREN_AFTER_MS) signalChildren();
      if (await this.#answered(serial, RETRY_MS)) return this.effects.settled(cell);
    }
    this.effects.stuck(cell);
  }

  /** Before Node 24 a loop that continues after an await, with async_hooks in use, aborts the process when terminated. */
  #wouldAbort(): boolean {
    return (
      Number.parseInt(process.versions.node, 10) < 24 &&
      Atomics.load(this.#shared, Shared.hooks) === 1 &&
      Atomics.load(this.#shared, Shared.phase) === Phase.free
    );
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

/** execSync and spawnSync return only when their child does; Linux only. */
function signalChildren(): void {
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const children = readFileSync(`/proc/self/task/${thread}/children`, 'utf8');
      for (const pid of children.split(' ').filter(Boolean)) process.kill(Number(pid), 'SIGINT');
    }
  } catch {
    // no /proc here, or the child has just ended
  }
}
