/** Writing files so that a reader sees the old content or the new, never a part. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

let sequence = 0;

/** Writes `data` to a file beside `path`, flushes it to disk, and renames it over `path`. Makes the folder when it is missing. */
export function writeAtomic(path: string, data: string | Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const temporary = join(folder, `.${basename(path)}.${process.pid}.${(sequence += 1)}.tmp`);
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  try {
    const file = openSync(temporary, 'wx');
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
