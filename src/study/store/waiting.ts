/**
 * Finished units that wait for their turn, on disk: records are appended in unit order, and a unit that was computed before its
 * turn must outlive an interruption. Each file is bound to its run's manifest and to its own bytes; one that does not match is
 * as good as absent, and its unit is computed again.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, sha256, type Digest } from '../../base/digest.js';
import { writeAtomic } from '../../base/files.js';
import type { UnitRecord, UnitTimings } from '../types.js';

export interface Finished {
  readonly record: UnitRecord;
  readonly timings: UnitTimings;
}

const folderOf = (run: string): string => join(run, 'waiting');
const pathOf = (run: string, index: number): string => join(folderOf(run), `${index}.json`);

/** @param origin digest of the manifest's bytes */
export function putAside(run: string, origin: Digest, finished: Finished): void {
  const text = canonicalJson(finished);
  writeAtomic(pathOf(run, finished.record.index), `${sha256(origin + text)}\n${text}\n`);
}

/** The units that wait from `next` on, by index. */
export function readWaiting(run: string, origin: Digest, next: number): Map<number, Finished> {
  const found = new Map<number, Finished>();
  if (!existsSync(folderOf(run))) return found;
  for (const name of readdirSync(folderOf(run))) {
    const index = /^\d+\.json$/.test(name) ? parseInt(name, 10) : -1;
    const finished = index < next ? null : read(pathOf(run, index), origin);
    if (finished?.record.index === index) found.set(index, finished);
  }
  return found;
}

export function dropWaiting(run: string, index: number): void {
  rmSync(pathOf(run, index), { force: true });
}

/** Once every unit is written, with what a crash may have left behind. */
export function dropAllWaiting(run: string): void {
  rmSync(folderOf(run), { recursive: true, force: true });
}

function read(path: string, origin: Digest): Finished | null {
  const text = readFileSync(path, 'utf8');
  const end = text.indexOf('\n');
  const body = text.slice(end + 1, -1);
  return sha256(origin + body) === text.slice(0, end) ? (JSON.parse(body) as Finished) : null;
}
