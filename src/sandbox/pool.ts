/** Children that are started when they are needed, reused while they behave, and replaced when they do not. */
import { Child, type Command } from './child.js';

interface Waiting {
  resolve(child: Child): void;
  reject(error: unknown): void;
}

export class Pool {
  private readonly idle: Child[] = [];
  private readonly all = new Set<Child>();
  private readonly queue: Waiting[] = [];
  private readonly dying = new Set<Promise<void>>();
  private closed = false;

  constructor(
    private readonly command: Command,
    readonly size: number,
  ) {}

  /** Children that are alive, starting ones included. */
  get children(): number {
    return this.all.size;
  }

  /** Starts whatever is missing of the pool, so that the children are warm when they are asked for. */
  wake(): void {
    while (!this.closed && this.all.size < this.size) this.start();
  }

  /** A child to oneself, in order of asking; give it back by {@link release}. */
  acquire(): Promise<Child> {
    if (this.closed) return Promise.reject(new Error('the sandbox is closed'));
    return new Promise((resolve, reject) => {
      this.queue.push({ resolve, reject });
      this.serve();
      this.wake();
    });
  }

  /** Takes a child back; one that is dead, or must die, is replaced. */
  release(child: Child, fit: boolean): void {
    if (fit && child.alive && !this.closed) {
      this.idle.push(child);
      this.serve();
      return;
    }
    this.discard(child);
    this.wake();
  }

  /** Ends every child and refuses whoever still waits. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { reject } of this.queue.splice(0)) reject(new Error('the sandbox was closed'));
    for (const child of this.all) this.discard(child);
    await Promise.all(this.dying);
  }

  private serve(): void {
    while (this.queue.length > 0 && this.idle.length > 0) {
      const child = this.idle.pop()!;
      if (child.alive) this.queue.shift()!.resolve(child);
      else this.discard(child);
    }
  }

  private start(): void {
    const child = new Child(this.command);
    this.all.add(child);
    child.ready().then(
      () => {
        if (!this.all.has(child)) return;
        this.idle.push(child);
        this.serve();
      },
      (error) => {
        this.discard(child);
        // A child that cannot start will not start the next time either: tell everyone who waits.
        if (this.all.size === 0) for (const { reject } of this.queue.splice(0)) reject(error);
      },
    );
  }

  private discard(child: Child): void {
    this.all.delete(child);
    const at = this.idle.indexOf(child);
    if (at >= 0) this.idle.splice(at, 1);
    const end = child.kill().finally(() => this.dying.delete(end));
    this.dying.add(end);
  }
}
