/**
 * Runs inside the kernel: notes what a cell reads. The runner asks for it after each cell through a comm, which costs no
 * compilation. Reads are seen where they go through node:fs; native code reads unseen.
 */
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import workerThreads, { Worker } from 'node:worker_threads';
import { registerCommTarget } from '../../../kernel-extensions/index.js';
import { sha256, type Digest } from '../../base/digest.js';
import { cacheFolder, packageRoot } from '../../base/paths.js';
import { nameOf, stateOf } from './files.js';
import type { Beyond, CellInputs } from './types.js';

/** The comm whose messages are answered with the CellInputs since the last one. */
export const INPUTS = 'fides.inputs';

type Kind = Parameters<typeof nameOf>[2];

/** Starts watching. */
export function watchCells(): void {
  const cwd = process.cwd();
  let files = new Map<string, Digest | null>();
  let probes = new Map<string, Digest | null>();
  let written = new Set<string>();
  let environment: Record<string, Digest | null> = {};
  let beyond = new Set<Beyond>();
  let cpu = process.cpuUsage();

  const first = (seen: Map<string, Digest | null>, path: string, kind: Kind) => {
    const name = nameOf(path, cwd, kind);
    if (!seen.has(name)) seen.set(name, stateOf(name, cwd));
  };
  observeFiles({
    read: (path) => first(existsSync(path) && !MACHINE.test(path) ? files : probes, path, 'file'),
    probed: (path, kind) => first(probes, path, kind),
    wrote: (path) => written.add(nameOf(path, cwd, 'file')),
  });
  observeEnvironment((name, value) => (environment[name] ??= value === undefined ? null : sha256(value)));
  observeExits((way) => beyond.add(way));
  syncBuiltinESMExports();

  const take = (): CellInputs => {
    for (const name of written) if (!files.has(name)) files.set(name, stateOf(name, cwd));
    const { user, system } = process.cpuUsage(cpu);
    const states = (seen: Map<string, Digest | null>) =>
      [...seen].map(([path, digest]) => ({ path, digest }));
    const inputs = {
      files: states(files),
      probes: states(probes),
      environment,
      beyond: [...beyond].sort(),
      cpuMillis: Math.round((user + system) / 1000),
    };
    [files, probes, written, environment, beyond] = [new Map(), new Map(), new Set(), {}, new Set()];
    cpu = process.cpuUsage();
    return inputs;
  };
  registerCommTarget(INPUTS, (comm) => {
    comm.onMessage = () => comm.send({ ...take() });
  });
}

// taken before it is watched
const { existsSync } = fs;

const READS = ['readFileSync', 'readFile', 'createReadStream', 'openAsBlob'];
const OPENS = ['openSync', 'open'];
const LISTS = ['readdirSync', 'readdir', 'opendirSync', 'opendir'];
const WRITES = ['writeFileSync', 'writeFile', 'appendFileSync', 'appendFile', 'createWriteStream'];

/** Where packages look what machine this is. */
const MACHINE = /^\/(bin|dev|etc|lib(32|64)?|sbin|sys|usr)\//;

interface FileObserver {
  read(path: string): void;
  /** Its presence, or its list of names. */
  probed(path: string, kind: Kind): void;
  wrote(path: string): void;
}

function observeFiles({ read, probed, wrote }: FileObserver): void {
  const open = (path: string, flags: unknown) =>
    flags === undefined || flags === 'r' || flags === 0 ? read(path) : wrote(path);
  const list = (path: string, options: unknown) =>
    probed(path, (options as { recursive?: boolean } | undefined)?.recursive ? 'tree' : 'folder');
  for (const holder of [fs, fs.promises]) {
    observe(holder, ['mkdtempSync', 'mkdtemp'], (prefix) => ownPlaces.push(prefix));
    observe(holder, ['existsSync'], (path) => probed(path, 'file'));
    observe(holder, READS, read);
    observe(holder, OPENS, open);
    observe(holder, LISTS, list);
    observe(holder, WRITES, wrote);
  }
}

/** Calls `note` with the path that goes into each of these functions, where the holder has them. */
function observe(
  holder: object,
  names: readonly string[],
  note: (path: string, second: unknown) => void,
): void {
  const functions = holder as Record<string, ((...args: unknown[]) => unknown) | undefined>;
  for (const name of names) {
    const original = functions[name];
    if (!original) continue;
    const observed = function (this: unknown, ...args: unknown[]) {
      const path = pathOf(args[0]);
      if (path !== null) note(path, args[1]);
      return original.apply(this, args);
    };
    functions[name] = Object.defineProperties(observed, Object.getOwnPropertyDescriptors(original));
  }
}

/** Beginnings of paths that hold nothing of a cell's own: our code, our caches, and temporary folders once they are made. */
const ownPlaces = [resolve(packageRoot(), 'dist') + sep, cacheFolder() + sep];
const ownPackage = resolve(packageRoot(), 'package.json');

/** Null for what is accounted for otherwise (installed packages by version, our own code by its digest), what is made on the way, descriptors. */
function pathOf(value: unknown): string | null {
  const path =
    value instanceof URL ? fileURLToPath(value) : Buffer.isBuffer(value) ? value.toString() : value;
  if (typeof path !== 'string') return null;
  const full = resolve(path);
  return full.includes(`${sep}node_modules${sep}`) ||
    ownPlaces.some((place) => full.startsWith(place)) ||
    full === ownPackage ||
    full.startsWith('/proc/')
    ? null
    : full;
}

/** What Node itself looks at whenever something is printed. */
const CONSOLE =
  /^(NO_COLOR|FORCE_COLOR|NODE_DISABLE_COLORS|NODE_DEBUG|COLORTERM|TERM|TMUX|CI|TF_BUILD|WATCH_REPORT_DEPENDENCIES)$/;

function observeEnvironment(note: (name: string, value: string | undefined) => void): void {
  process.env = new Proxy(process.env, {
    get(target, name) {
      const value = Reflect.get(target, name) as string | undefined;
      if (typeof name === 'string' && !CONSOLE.test(name)) note(name, value);
      return value;
    },
  });
}

function observeExits(note: (way: Beyond) => void): void {
  const spawned = function (way: Beyond, holder: object, name: string) {
    const functions = holder as Record<string, (...args: unknown[]) => unknown>;
    const original = functions[name]!;
    functions[name] = function (this: unknown, ...args: unknown[]) {
      note(way);
      return original.apply(this, args);
    };
  };
  spawned('process', childProcess.ChildProcess.prototype, 'spawn');
  for (const name of ['spawnSync', 'execSync', 'execFileSync']) spawned('process', childProcess, name);
  spawned('network', net.Socket.prototype, 'connect');
  workerThreads.Worker = new Proxy(Worker, {
    construct(target, args, self) {
      note('worker');
      return Reflect.construct(target, args, self) as object;
    },
  });
}
