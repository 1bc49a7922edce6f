/** Where things live: what the package ships, and the workspace that a person works in. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the installed package (the one that holds package.json, templates/ and data/). */
export function packageRoot(): string {
  return resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
}

/** A path inside the package. */
export function shipped(...parts: string[]): string {
  return join(packageRoot(), ...parts);
}

/**
 * The folder that holds data/runs, reports and .cache: FIDES_HOME when set, else the nearest folder at or above
 * the working directory that holds data/runs or is the package itself, else the working directory.
 */
export function workspace(): string {
  if (process.env.FIDES_HOME) return resolve(process.env.FIDES_HOME);
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    if (folder === packageRoot() || existsSync(join(folder, 'data', 'runs'))) return folder;
    if (folder === dirname(folder)) return process.cwd();
  }
}

export const runsFolder = (): string => join(workspace(), 'data', 'runs');
export const reportsFolder = (): string => join(workspace(), 'reports');
/** Caches that may be deleted at any time; FIDES_CACHE moves them. */
export const cacheFolder = (...parts: string[]): string =>
  join(process.env.FIDES_CACHE ? resolve(process.env.FIDES_CACHE) : join(workspace(), '.cache'), ...parts);
