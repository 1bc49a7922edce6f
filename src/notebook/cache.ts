/**
 * Reusing a saved run. A kernel's state is not stored, so a cell can be left out only when no cell after it has to run:
 * a notebook is reused whole, when every source and everything that was read and imported is as it was. What the outputs
 * were made from stands in the cells' provenance; what cells looked at besides (variables, folders, places where nothing was) and
 * what all of them rest on (Node, this package, all installed packages) in a file of the cache folder, so that it does not show
 * in committed notebooks.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { digestJson, sha256, type Digest } from '../base/digest.js';
import { writeAtomic } from '../base/files.js';
import { cacheFolder, packageRoot } from '../base/paths.js';
import { formatNotebook, readNotebook } from './format/read.js';
import { isCode, textOf, type CodeCell, type Notebook } from './format/types.js';
import { isUnchanged } from './provenance/files.js';
import { chainCell, chainStart, outputsDigest } from './provenance/hash.js';
import type { CellProvenance, Surroundings } from './provenance/types.js';
import type { KernelCommand } from './run/kernels.js';

export interface CacheOptions {
  /** The notebook that is asked for: its folder is where cells run. */
  readonly file: string;
  /** Where the run was saved. */
  readonly output: string;
  readonly kernel: KernelCommand;
}

/**
 * The notebook saved at `output` when it is what running `asked` now would give, as far as its inputs tell; else null.
 * Cells that failed, and cells that used the network, another process or a worker, are always run again.
 */
export async function cached(asked: Notebook, options: CacheOptions): Promise<Notebook | null> {
  const { file, output, kernel } = options;
  if (!kernel.ours || !existsSync(output)) return null;
  const stored = readNotebook(output);
  const cwd = dirname(resolve(file));
  const memory = readMemory(output);
  if (memory?.mark !== markOf(stored, cwd) || !memory.surroundings.every((s) => isAsBefore(s, cwd)))
    return null;
  if (asked.cells.length !== stored.cells.length) return null;
  const { packageVersion } = await import('./provenance/imports.js');
  let chain = chainStart(kernel.name);
  const same = asked.cells.every((cell, i) => {
    const saved = stored.cells[i]!;
    if (cell.cell_type !== saved.cell_type || textOf(cell.source) !== textOf(saved.source)) return false;
    if (!isCode(cell) || !isCode(saved) || textOf(cell.source).trim() === '') return true;
    chain = chainCell(chain, cell);
    return isCurrent(saved, chain, cwd, (name) => packageVersion(name, cwd)?.version);
  });
  return same ? stored : null;
}

/**
 * Lets a later `cached` take the run that has just been saved.
 * @param surroundings as `runNotebook` noted them
 */
export function remember(
  ran: Notebook,
  surroundings: readonly Surroundings[],
  { file, output, kernel }: CacheOptions,
): void {
  if (!kernel.ours) return;
  const memory: Memory = {
    mark: markOf(ran, dirname(resolve(file))),
    surroundings: surroundings.map(({ probes, environment }) => ({ probes, environment })),
  };
  writeAtomic(memoryOf(output), JSON.stringify(memory));
}

interface Memory {
  readonly mark: Digest;
  readonly surroundings: readonly Surroundings[];
}

/** Null where there is none, or none of this version. */
function readMemory(output: string): Memory | null {
  try {
    return JSON.parse(readFileSync(memoryOf(output), 'utf8')) as Memory;
  } catch {
    return null;
  }
}

function isAsBefore({ probes, environment }: Surroundings, cwd: string): boolean {
  return (
    probes.every((state) => isUnchanged(state, cwd)) &&
    Object.entries(environment).every(([name, digest]) => variableDigest(name) === digest)
  );
}

function isCurrent(
  saved: CodeCell,
  chain: Digest,
  cwd: string,
  versionOf: (name: string) => string | undefined,
): boolean {
  const provenance = saved.metadata.fides as CellProvenance | undefined;
  return (
    provenance?.source === chain &&
    provenance.outputs === outputsDigest(saved.outputs) &&
    provenance.beyond === undefined &&
    saved.outputs.every((output) => output.output_type !== 'error') &&
    provenance.files.every((state) => isUnchanged(state, cwd)) &&
    Object.entries(provenance.imports).every(([name, version]) => versionOf(name) === version)
  );
}

function variableDigest(name: string): Digest | null {
  const value = process.env[name];
  return value === undefined ? null : sha256(value);
}

const memoryOf = (output: string): string => cacheFolder('notebooks', `${sha256(resolve(output))}.json`);

/** Of the saved bytes, provenance included, and of what every cell rests on. */
function markOf(notebook: Notebook, cwd: string): Digest {
  const { version, platform, arch } = process;
  return digestJson([sha256(formatNotebook(notebook)), version, platform, arch, ownCode(), installed(cwd)]);
}

/** Of all code of this package. */
function ownCode(): Digest {
  const root = join(packageRoot(), 'dist');
  const names = readdirSync(root, { recursive: true }).map(String).sort();
  return digestJson(
    [...names.filter((n) => n.endsWith('.js')), '../package.json'].map((n) => [
      n,
      sha256(readFileSync(join(root, n))),
    ]),
  );
}

/** npm's own list of what is installed, with versions, in every folder that cells can import from. */
function installed(cwd: string): unknown {
  const lists = [packageRoot()];
  for (let folder = cwd; ; folder = dirname(folder)) {
    lists.push(folder);
    if (folder === dirname(folder)) break;
  }
  return lists.map((folder) => {
    const list = readText(join(folder, 'node_modules', '.package-lock.json'));
    return list === null ? null : sha256(list);
  });
}

function readText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}
