/** What a cell imports: packages by version, files of the project with all that they import in turn. */
import { readFileSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { nameOf, stateOf } from './files.js';
import type { FileState } from './types.js';

export interface Imports {
  readonly packages: Readonly<Record<string, string>>;
  readonly files: readonly FileState[];
  /** True where what is imported is only known when it runs. */
  readonly computed: boolean;
}

/** @param cwd folder that cells import from */
export function importsOf(source: string, cwd: string): Imports {
  const packages = new Map<string, string>();
  const files = new Map<string, FileState>();
  let computed = false;
  const visit = (text: string, folder: string) => {
    computed ||= /\b(import|require)\s*\(\s*[^'"\s)]/.test(text);
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      if (!/^(\.{0,2}\/|file:)/.test(fileName)) {
        const found = packageVersion(fileName, folder);
        if (found) packages.set(found.name, found.version);
        continue;
      }
      const path = localFile(fileName, folder);
      const name = nameOf(path, cwd, 'file');
      if (files.has(name)) continue;
      files.set(name, { path: name, digest: stateOf(name, cwd) });
      if (/\.[cm]?[jt]sx?$/.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile())
        visit(readFileSync(path, 'utf8'), dirname(path));
    }
  };
  visit(source, cwd);
  return {
    packages: Object.fromEntries([...packages].sort(([a], [b]) => (a < b ? -1 : 1))),
    files: [...files.values()],
    computed,
  };
}

const ENDINGS = ['', '.ts', '.mts', '.js', '.mjs', '.json', '/index.ts', '/index.js'];

/** As the kernel finds it: `./x` and `./x.js` may be x.ts. */
function localFile(specifier: string, folder: string): string {
  const path = specifier.startsWith('file:') ? fileURLToPath(specifier) : resolve(folder, specifier);
  const candidates = [...ENDINGS.map((ending) => path + ending), path.replace(/\.(m?)js$/, '.$1ts')];
  return candidates.find((c) => statSync(c, { throwIfNoEntry: false })?.isFile()) ?? path;
}

/**
 * Version of an imported package as the folder resolves it, or else as this package does, which is where the kernel looks
 * next; null for built-in modules and for what is nowhere.
 */
export function packageVersion(specifier: string, from: string): { name: string; version: string } | null {
  if (isBuiltin(specifier)) return null;
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const places = [join(from, 'x.js'), import.meta.url];
  for (const place of places)
    for (const folder of createRequire(place).resolve.paths(name) ?? []) {
      const version = versionIn(join(folder, name)) ?? selfVersion(folder, name);
      if (version !== null) return { name, version };
    }
  return null;
}

function versionIn(folder: string, name?: string): string | null {
  try {
    const read = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
    return name === undefined || read.name === name ? String(read.version) : null;
  } catch {
    return null;
  }
}

/** A package may import itself by name, without being installed anywhere. */
function selfVersion(modules: string, name: string): string | null {
  return versionIn(dirname(modules), name);
}
