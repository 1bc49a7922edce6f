/** Children that are started when they are needed, reused while they behave, and replaced when they do not. */
import { Child, type Command } from './child.js';

interface Waiting {
  resolve(child: Child): void;
  reject(error: unknown): void;
}

export class Pool {
  private readonly idle: Child[] = [];
  private readonly starting = new Set<Child>();
  private readonly all = new Set<Child>();
  private readonly queue: Waiting[] = [];
  private readonly dying = new Set<Promise<void>>();
  private closed = false;

  constructor(
    private readonly command: Command,
    readonly size: number,
  ) {}

  /** Children that have started and have nothing to do. */
  get ready(): number {
    return this.idle.filter((child) => child.alive).length;
  }

  /** A child to oneself, in order of asking; give it back by {@link release}. */
  acquire(): Promise<Child> {
    if (this.closed) return Promise.reject(closedError());
    return new Promise((resolve, reject) => {
      this.queue.push({ resolve, reject });
      this.serve();
      this.fill(this.queue.length);
    });
  }

  /**
   * Takes a child back; one that is dead, or must die, is replaced, and the pool filled to its size. Throws when the pool
   * was closed meanwhile: how the child ended then says nothing about its strategy.
   */
  release(child: Child, fit: boolean): void {
    if (this.closed) throw closedError();
    if (fit) this.idle.push(child);
    else this.discard(child);
    this.serve();
    this.fill(this.size);
  }

  /** Ends every child and refuses whoever still waits. */
  async close(): Promise<void> {
    this.closed = true;
    for (const { reject } of this.queue.splice(0)) reject(closedError());
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

  /** Starts children until `wanted` are starting or the pool has its size. */
  private fill(wanted: number): void {
    while (!this.closed && this.starting.size < wanted && this.all.size < this.size) this.start();
  }

  private start(): void {
    const child = new Child(this.command);
    this.all.add(child);
    this.starting.add(child);
    child.ready().then(
      () => {
        this.starting.delete(child);
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
    this.starting.delete(child);
    const at = this.idle.indexOf(child);
    if (at >= 0) this.idle.splice(at, 1);
    const end = child.kill().finally(() => this.dying.delete(end));
    this.dying.add(end);
  }
}

function closedError(): Error {
  return new Error('the sandbox is closed');
}
