/**
 * Which cell does the running code belong to? Code that a cell starts and that outlives it (timers, promises) keeps
 * its cell, so that late output and late errors reach the right place.
 *
 * AsyncLocalStorage would say so, but before Node 24 it rests on async_hooks, whose stack a terminated cell
 * corrupts (see transport/async-stack.ts). V8's promise hooks and wrapped timers have no such stack, and cost less:
 * 0.16 us an await of an async function, measured, against 0.37. What they do not see, callbacks of sockets, files and
 * child processes, counts as the latest cell's.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promiseHooks } from 'node:v8';
import type { RequestId } from './transport/channel.js';

let current: RequestId = 0;
let latest: RequestId = 0;

/** Stamps promises with their cell by a private field: invisible to the cell, and faster than a WeakMap. */
class Returned {
  constructor(target: object) {
    return target;
  }
}
class Stamp extends Returned {
  #cell: RequestId;
  constructor(promise: object, cell: RequestId) {
    super(promise);
    this.#cell = cell;
  }
  static of(promise: object): RequestId {
    return #cell in promise ? promise.#cell : 0;
  }
}

/** The cell of the running code, else the latest. */
export function currentCell(): RequestId {
  return current || latest;
}

/** The cell in which a promise was made, else the current one. */
export function cellOf(promise: object): RequestId {
  return Stamp.of(promise) || currentCell();
}

/** Runs kernel code outside any cell: also mends what a terminated cell left behind. */
export function outsideCells<T>(run: () => T): T {
  current = 0;
  return run();
}

export function beginCell(cell: RequestId): void {
  latest = cell;
}

/** Runs `run`, and all that it starts, as part of `cell`. When it throws, the error's handler still finds the cell. */
export function inCell<T>(cell: RequestId, run: () => T): T {
  const before = current;
  current = cell;
  const result = run();
  current = before;
  return result;
}

const stopped = new Set<RequestId>();

/** The timers of an interrupted cell no longer fire: its loops of `await sleep()` and its intervals end. */
export function stopTimers(cell: RequestId): void {
  stopped.add(cell);
}

/** Starts to follow promises and timers. Call once, before any cell runs. */
export function followCells(): void {
  promiseHooks.createHook({
    init: (promise) => void new Stamp(promise, current),
    before: (promise) => void (current = Stamp.of(promise)),
    after: () => void (current = 0),
  });
  wrapTimer('setTimeout');
  wrapTimer('setImmediate');
  wrapTimer('setInterval');
  wrapSleep();
  syncBuiltinESMExports();
}

type Callback = (...args: unknown[]) => void;

function wrapTimer(name: 'setTimeout' | 'setImmediate' | 'setInterval'): void {
  const original = globalThis[name] as (callback: Callback, ...rest: unknown[]) => NodeJS.Timeout;
  const wrapped = (callback: Callback, ...rest: unknown[]) => {
    const cell = current;
    if (cell === 0 || typeof callback !== 'function') return original(callback, ...rest);
    const timer = original(
      function (this: unknown, ...args: unknown[]) {
        if (!stopped.has(cell)) inCell(cell, () => callback.apply(this, args));
        else if (name === 'setInterval') clearInterval(timer);
      },
      ...rest,
    );
    return timer;
  };
  // setTimeout and setImmediate carry their promise form for util.promisify
  Object.defineProperties(wrapped, Object.getOwnPropertyDescriptors(original));
  Object.assign(globalThis, { [name]: wrapped });
  Object.assign(timers, { [name]: wrapped });
}

function wrapSleep(): void {
  const sleep = timersPromises.setTimeout;
  const wrapped = async <T>(delay?: number, value?: T, options?: object): Promise<T> => {
    const cell = current;
    const result = await sleep(delay, value, options);
    return stopped.has(cell) ? new Promise<T>(() => {}) : result;
  };
  Object.assign(timersPromises, { setTimeout: wrapped });
}
