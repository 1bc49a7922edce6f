/** Results of stages by the content of their inputs, shared by all runs; may be deleted at any time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson, digestJson, sha256 } from '../../base/digest.js';
import { writeAtomic } from '../../base/files.js';

export interface StageCache {
  /** The stored result of `stage` on `inputs`, or that of `compute`, which is then stored. Results are plain JSON. */
  through<T>(stage: string, inputs: unknown, compute: () => Promise<T>): Promise<T>;
}

/** @param version part of every key: results of another version of the package are not reused */
export function stageCache(folder: string, version: string): StageCache {
  return {
    async through<T>(stage: string, inputs: unknown, compute: () => Promise<T>) {
      const key = digestJson({ stage, inputs, version });
      const path = join(folder, stage, key.slice(0, 2), `${key.slice(2)}.json`);
      const stored = read<T>(path);
      if (stored) return stored.value;
      const value = await compute();
      const text = canonicalJson(value);
      writeAtomic(path, `${sha256(text)}\n${text}\n`);
      return value;
    },
  };
}

/** Null when absent or when its bytes do not match the digest in its first line. */
function read<T>(path: string): { value: T } | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  const end = text.indexOf('\n');
  const body = text.slice(end + 1, -1);
  return sha256(body) === text.slice(0, end) ? { value: JSON.parse(body) as T } : null;
}
