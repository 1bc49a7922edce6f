/**
 * Runs inside the kernel: notes what a cell imports and which files it reads. The runner asks for it after each cell by
 * the global that `watchCells` sets. Reads are seen where they go through node:fs; reads by native code are not.
 */
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../../base/digest.js';
import type { CellInputs } from './types.js';

/** The global function that returns the inputs since it was last called; displayed as JSON. */
export const WATCH = '__fidesCellInputs';

export function watchCells(): void {
  const read = new Set<string>();
  const note = (path: unknown) => {
    const name = path instanceof URL ? fileURLToPath(path) : typeof path === 'string' ? path : null;
    if (name !== null) read.add(resolve(name));
  };
  observe(
    fs,
    ['readFileSync', 'readFile', 'createReadStream', 'openSync', 'open', 'readdirSync', 'readdir'],
    note,
  );
  observe(fs.promises, ['readFile', 'open', 'readdir'], note);
  syncBuiltinESMExports();
  const raw = fs.readFileSync;
  let cpu = process.cpuUsage();
  Object.defineProperty(globalThis, WATCH, {
    value: () => {
      const files = [...read].filter((path) => !path.includes(`${sep}node_modules${sep}`));
      read.clear();
      const used = process.cpuUsage(cpu);
      cpu = process.cpuUsage();
      const inputs: CellInputs = {
        files: digests(files, raw),
        cpuMillis: Math.round((used.user + used.system) / 1000),
      };
      return { [Symbol.for('Jupyter.display')]: () => ({ 'application/json': inputs }) };
    },
    enumerable: false,
  });
}

/** Wraps functions whose first argument is a path. */
function observe(holder: object, names: readonly string[], note: (path: unknown) => void): void {
  const functions = holder as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const original = functions[name]!;
    functions[name] = function (this: unknown, ...args: unknown[]) {
      note(args[0]);
      return original.apply(this, args);
    };
  }
}

/** Files under the working folder or its parents' project, as they are now; what is gone or no file is left out. */
function digests(paths: readonly string[], read: typeof fs.readFileSync): CellInputs['files'] {
  return paths
    .flatMap((path) => {
      try {
        return [{ path: relative(process.cwd(), path).split(sep).join('/'), digest: sha256(read(path)) }];
      } catch {
        return [];
      }
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Version of an imported package as the working folder resolves it; null for built-in and local modules. */
export function packageVersion(
  specifier: string,
  from = process.cwd(),
): { name: string; version: string } | null {
  if (/^(node:|\.|\/|[A-Za-z]:)/.test(specifier)) return null;
  const name = specifier.startsWith('@') ? specifier.split('/', 2).join('/') : specifier.split('/', 1)[0]!;
  const folders = createRequire(join(from, 'x.js')).resolve.paths(name) ?? [];
  for (const folder of folders) {
    try {
      const { version } = JSON.parse(fs.readFileSync(join(folder, name, 'package.json'), 'utf8')) as {
        version: string;
      };
      return { name, version };
    } catch {
      // not in this folder
    }
  }
  return null;
}
