/** Blobs of a run, named by the SHA-256 of their bytes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256, type Digest } from '../../base/digest.js';
import { UserError } from '../../base/errors.js';
import { writeAtomic } from '../../base/files.js';

export function blobPath(folder: string, digest: Digest): string {
  return join(folder, 'blobs', digest.slice(0, 2), digest.slice(2));
}

export function writeBlob(folder: string, data: string | Uint8Array): Digest {
  const digest = sha256(data);
  const path = blobPath(folder, digest);
  if (!existsSync(path)) writeAtomic(path, data);
  return digest;
}

/** @throws UserError when the blob is missing or its bytes do not match its name */
export function readBlob(folder: string, digest: Digest): Buffer {
  const path = blobPath(folder, digest);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    throw new UserError(
      `The run lacks the blob ${digest} (${path}).`,
      'Restore the run folder, or run the study again in a new one.',
    );
  }
  if (sha256(bytes) !== digest) {
    throw new UserError(
      `The blob ${path} was changed: its bytes do not match its name.`,
      'Restore it, or run the study again in a new folder.',
    );
  }
  return bytes;
}
