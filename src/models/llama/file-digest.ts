import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { sha256, sha256File, type Digest } from '../../base/digest.js';
import { writeAtomic } from '../../base/files.js';
import { cacheFolder } from '../../base/paths.js';

/** Files smaller than this are read anew each time: quicker than to ask whether they changed. */
const SMALL = 64 * 2 ** 20;

/** SHA-256 of a model file; a large one is read once, and again when its size or time of change differ. */
export async function fileDigest(path: string): Promise<Digest> {
  const { size, mtimeMs, ino } = statSync(path);
  if (size < SMALL) return sha256File(path);
  const stamp = JSON.stringify([resolve(path), size, mtimeMs, ino]);
  const note = cacheFolder('models', 'digests', sha256(stamp));
  const known = readNote(note);
  if (known) return known;
  const digest = await sha256File(path);
  writeAtomic(note, digest);
  return digest;
}

function readNote(path: string): Digest | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    return /^[0-9a-f]{64}$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
