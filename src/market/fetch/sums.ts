/** SHA256SUMS beside the data, in the form that `sha256sum -c` reads: what was written here, so that a change shows. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256, type Digest } from '../../base/digest.js';
import { writeAtomic } from '../../base/files.js';

const NAME = 'SHA256SUMS';

/** Digests by file name; empty when there is no such file. */
export function readSums(folder: string): Map<string, Digest> {
  const path = join(folder, NAME);
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, 'utf8').matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm);
  return new Map(Array.from(lines, ([, digest, file]) => [file!, digest!]));
}

/** Writes a file and its line. */
export function writeWithSum(folder: string, file: string, text: string): void {
  writeAtomic(join(folder, file), text);
  const sums = [...readSums(folder).set(file, sha256(text))].sort(([a], [b]) => (a < b ? -1 : 1));
  writeAtomic(join(folder, NAME), sums.map(([name, digest]) => `${digest}  ${name}\n`).join(''));
}

/** True when the file is there with the bytes that were written. */
export function hasSum(folder: string, file: string): boolean {
  const path = join(folder, file);
  return existsSync(path) && readSums(folder).get(file) === sha256(readFileSync(path));
}

/** Files that are missing or differ from what was written. */
export function brokenSums(folder: string): string[] {
  return [...readSums(folder).keys()].filter((file) => !hasSum(folder, file));
}
