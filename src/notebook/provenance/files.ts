/** The state of files and folders, for telling later whether a cell would read the same. */
import fs from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { digestJson, sha256, type Digest } from '../../base/digest.js';
import type { FileState } from './types.js';

// taken before a kernel's functions are watched
const { readFileSync, readdirSync, statSync } = fs;

/** @param path as in a FileState, relative to `cwd` */
export function stateOf(path: string, cwd: string): Digest | null {
  const deep = path.endsWith('/**');
  const place = resolve(cwd, deep ? path.slice(0, -3) : path);
  try {
    if (!statSync(place).isDirectory()) return sha256(readFileSync(place));
    return digestJson(readdirSync(place, { recursive: deep }).map(String).sort());
  } catch {
    return null;
  }
}

/** The name under which a path is noted. */
export function nameOf(path: string, cwd: string, kind: 'file' | 'folder' | 'tree'): string {
  const name = relative(cwd, resolve(path)).split(sep).join('/') || '.';
  return kind === 'tree' ? `${name}/**` : kind === 'folder' ? `${name}/` : name;
}

export const isUnchanged = ({ path, digest }: FileState, cwd: string): boolean =>
  stateOf(path, cwd) === digest;
