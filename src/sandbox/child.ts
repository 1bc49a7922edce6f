/** A child process as the parent sees it: it takes one job at a time and is killed with its whole process group. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { FrameReader, type Frame } from './frames.js';
import { READY } from './wire.js';

/** How a child is started. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How an exchange ended: all was said, a deadline passed, or the child died or answered nonsense. */
export type Ending =
  { readonly how: 'done' | 'timed-out' } | { readonly how: 'killed'; readonly why: string };

/** Beyond the deadline inside the child, which normally is the one that fires. */
const GRACE_MS = 250;
const LOOK_MS = 20;
const START_LIMIT_MS = 60_000;
const STDERR_CAP = 2_000;

/** What the parent asks of a child. */
export interface Exchange {
  readonly send: readonly Buffer[];
  /** Longest frame body that is believed. */
  readonly cap: number;
  /** Time for each frame of the answer. */
  readonly stepMs: number;
  /** performance.now() at which the whole exchange ends. */
  readonly until: number;
  /** Takes a frame and says whether it was the last; throws when it is not what was asked for. */
  take(frame: Frame): boolean;
}

function outOfTurn(): never {
  throw new RangeError('it spoke out of turn');
}

export class Child {
  private readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  private readonly exited: Promise<void>;
  private stderr = '';
  /** Digest of the bars that the child holds; kept by whoever sends them. */
  held: string | undefined;
  private reader = new FrameReader(0);
  private onFrame: (frame: Frame) => void = outOfTurn;
  private onEnd: (why: string) => void = () => {};
  private ended: string | undefined;

  constructor(command: Command) {
    this.process = spawn(command.file, command.args, {
      env: command.env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const { stdin, stdout, stderr } = this.process;
    stdin.on('error', () => {}); // the exit says it better
    stdout.on('data', (chunk: Buffer) => this.read(chunk));
    stderr.on(
      'data',
      (chunk: Buffer) => (this.stderr = (this.stderr + chunk.toString()).slice(0, STDERR_CAP)),
    );
    this.exited = new Promise((resolve) => {
      const end = (why: string) => {
        this.end(why);
        resolve();
      };
      this.process.on('error', (error) => end(error.message));
      this.process.on('exit', (code, signal) => end(`ended by ${signal ?? `exit code ${code}`}`));
    });
    // An idle child does not keep the parent's event loop alive; the timers of a job do.
    this.process.unref();
    for (const stream of [stdin, stdout, stderr]) (stream as unknown as { unref(): void }).unref();
  }

  get alive(): boolean {
    return this.ended === undefined;
  }

  /** Resolves when the child has loaded what it needs; throws when it cannot. */
  ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail('did not start in time'), START_LIMIT_MS);
      const settle = (done: () => void) => {
        clearTimeout(timer);
        this.onFrame = outOfTurn;
        this.onEnd = () => {};
        done();
      };
      this.onFrame = ({ kind }) =>
        kind === READY ? settle(resolve) : this.fail('said something else than ready');
      this.onEnd = (why) =>
        settle(() => reject(new Error(`A sandbox process could not start: ${why}. ${this.stderr}`.trim())));
      if (this.ended !== undefined) this.onEnd(this.ended);
    });
  }

  /** Asks and listens. The child lives on when the ending is 'done' and is dead or dying otherwise. */
  exchange({ send, cap, stepMs, until, take }: Exchange): Promise<Ending> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const settle = (ending: Ending) => {
        clearTimeout(timer);
        this.onFrame = outOfTurn;
        this.onEnd = () => {};
        if (ending.how !== 'done') void this.kill();
        resolve(ending);
      };
      // When this process itself was busy, an answer may lie in the pipe unread: look there before judging.
      const look = () => (timer = setTimeout(() => settle({ how: 'timed-out' }), LOOK_MS));
      const arm = () => {
        clearTimeout(timer);
        timer = setTimeout(look, Math.max(0, Math.min(stepMs + GRACE_MS, until - performance.now())));
      };
      this.onEnd = (why) => settle({ how: 'killed', why });
      this.onFrame = (frame) => (take(frame) ? settle({ how: 'done' }) : arm());
      this.reader = new FrameReader(cap);
      for (const bytes of send) this.process.stdin.write(bytes);
      arm();
      if (this.ended !== undefined) this.onEnd(this.ended);
    });
  }

  /** Ends the whole process group at once and resolves when it is gone. */
  async kill(): Promise<void> {
    const { pid } = this.process;
    if (pid !== undefined && this.alive) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        this.process.kill('SIGKILL');
      }
      this.process.ref();
    }
    await this.exited;
  }

  private read(chunk: Buffer): void {
    try {
      for (const frame of this.reader.push(chunk)) this.onFrame(frame);
    } catch (error) {
      this.fail(`answered nonsense: ${(error as Error).message}`);
    }
  }

  private fail(why: string): void {
    this.onEnd(why);
    void this.kill();
  }

  private end(why: string): void {
    if (this.ended !== undefined) return;
    this.ended = why;
    this.onEnd(why);
  }
}
