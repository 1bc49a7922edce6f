/** The folder that a report is written to: replaced as a whole, with the digest of each file in SHA256SUMS. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { sha256 } from '../base/digest.js';
import { UserError } from '../base/errors.js';

/** In the form that `sha256sum -c` reads. */
export const SUMS_NAME = 'SHA256SUMS';

/** Puts `files` (path in the folder to content) and their SHA256SUMS in place of `folder`. Returns the sums. */
export function replaceFolder(folder: string, files: ReadonlyMap<string, string | Uint8Array>): string {
  refuseForeign(folder);
  const fresh = `${folder}.${process.pid}.new`;
  const old = `${folder}.${process.pid}.old`;
  try {
    for (const [path, content] of files) {
      mkdirSync(dirname(join(fresh, path)), { recursive: true });
      writeFileSync(join(fresh, path), content);
    }
    const sums = folderSums(fresh);
    writeFileSync(join(fresh, SUMS_NAME), sums);
    if (existsSync(folder)) renameSync(folder, old);
    try {
      renameSync(fresh, folder);
    } catch (error) {
      if (existsSync(old)) renameSync(old, folder);
      throw error;
    }
    return sums;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/** Digests of all files of a folder but the sums themselves, sorted by name. */
export function folderSums(folder: string): string {
  return reportFiles(folder)
    .filter((path) => path !== SUMS_NAME)
    .map((path) => `${sha256(readFileSync(join(folder, path)))}  ${path}\n`)
    .join('');
}

/** Paths of all files of a folder, with forward slashes, sorted. */
export function reportFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** A file's text, or null when it is not there. */
export function readText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** A slip in a path must not cost a person their files. */
function refuseForeign(folder: string): void {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder);
  if (names.length > 0 && !names.includes('bindings.json'))
    throw new UserError(
      `${folder} exists and holds something other than a report (no bindings.json), so it is not replaced.`,
      'Choose another folder with -o, or remove it.',
    );
}
