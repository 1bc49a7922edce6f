/** One writer a run. The lock names its process; a lock whose process is gone is taken over. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../base/errors.js';

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process, so that a reused number is not taken for the owner; null where it cannot be read. */
  readonly started: string | null;
}

/** @returns a function that gives the lock back */
export function lockRun(folder: string): () => void {
  const path = join(folder, 'lock');
  const mine = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    started: startOf(process.pid),
  } satisfies Owner);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, mine);
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      try {
        linkSync(draft, path); // unlike a create and a write, the lock appears with its content
        return () => {
          if (readOr(path) === mine) rmSync(path, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const held = readOr(path);
      if (held === null) continue;
      if (alive(held)) throw busy(held, folder);
      setAside(path, held);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new UserError(
    `The lock ${path} changes hands all the time.`,
    'Wait until other runs have ended, then try again.',
  );
}

/** Removes the dead owner's lock, unless another process has replaced it meanwhile. */
function setAside(path: string, held: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readOr(aside) !== held) {
    try {
      linkSync(aside, path);
    } catch {
      // someone holds a newer lock: the next attempt sees it
    }
  }
  rmSync(aside, { force: true });
}

function alive(text: string): boolean {
  let owner: Owner;
  try {
    owner = JSON.parse(text) as Owner;
  } catch {
    return false;
  }
  if (owner.host !== hostname()) return true; // cannot be asked from here
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return owner.started === null || startOf(owner.pid) === owner.started;
}

function startOf(pid: number): string | null {
  const stat = readOr(`/proc/${pid}/stat`);
  return stat ? (stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null) : null;
}

function readOr(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function busy(held: string, folder: string): UserError {
  const { pid, host } = JSON.parse(held) as Owner;
  return new UserError(
    `Process ${pid} on ${host} is writing the run ${folder}.`,
    `Wait for it to end, or end it; if it is gone, delete ${join(folder, 'lock')}.`,
  );
}
