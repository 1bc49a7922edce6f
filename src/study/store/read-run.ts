/** Opening a run for reading, with its chain checked. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sha256 } from '../../base/digest.js';
import { UserError } from '../../base/errors.js';
import { runIdOf } from '../plan.js';
import type { Manifest, Run, UnitTimings } from '../types.js';
import { readBlob } from './blobs.js';
import { ChainError, readChain } from './chain.js';
import { findRun } from './find-run.js';

/**
 * Opens a run by folder, study file, study, id, or the beginning of an id.
 * @param note told which one is taken when several fit
 * @throws UserError when there is none, or when its files were changed
 * @example const run = openRun('demo'); run.records.length
 */
export function openRun(name: string, note?: (line: string) => void): Run {
  const folder = findRun(name, note);
  const manifestText = readFileSync(join(folder, 'manifest.json'), 'utf8');
  const manifest = parseManifest(manifestText, folder);
  const path = join(folder, 'records.jsonl');
  const chain = (() => {
    try {
      return readChain(existsSync(path) ? readFileSync(path) : Buffer.alloc(0), sha256(manifestText));
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      throw new UserError(
        `${path}:${error.line}: the line ${error.reason}.`,
        'Restore the run folder, or run the study again in a new one.',
      );
    }
  })();
  const text = new Map<string, string>();
  return {
    id: idOf(manifest, folder),
    folder,
    manifest,
    records: chain.records,
    head: chain.head,
    complete: chain.records.length === manifest.units.length,
    timings: readTimings(join(folder, 'timings.jsonl')),
    bytes: (digest) => readBlob(folder, digest),
    text(digest) {
      if (!text.has(digest)) text.set(digest, readBlob(folder, digest).toString('utf8'));
      return text.get(digest)!;
    },
    curve(digest) {
      const bytes = readBlob(folder, digest);
      return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    },
    signal({ execution: { signal } }) {
      if (signal === null) return null;
      const bytes = readBlob(folder, signal);
      return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    },
  };
}

/** A run that was copied elsewhere under another name keeps its id. */
function idOf(manifest: Manifest, folder: string): string {
  const id = runIdOf(manifest);
  const name = basename(folder);
  return name.startsWith(id) ? name : id;
}

function parseManifest(text: string, folder: string): Manifest {
  try {
    const manifest = JSON.parse(text) as Manifest;
    if (manifest.format === 1 && Array.isArray(manifest.units)) return manifest;
  } catch {
    // told below
  }
  throw new UserError(
    `${join(folder, 'manifest.json')} is not a run's manifest.`,
    'Restore it, or name another folder.',
  );
}

/** The last line of each unit counts: an interrupted unit may have been timed before. */
function readTimings(path: string): UnitTimings[] {
  if (!existsSync(path)) return [];
  const byIndex = new Map<number, UnitTimings>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    try {
      const timing = JSON.parse(line) as UnitTimings;
      byIndex.set(timing.index, timing);
    } catch {
      // a torn line of timings costs nothing
    }
  }
  return [...byIndex.values()].sort((a, b) => a.index - b.index);
}
