/**
 * Children that inherit our output streams write past the notebook, to the terminal of the server: their output is
 * taken here and written to ours instead. A child that inherits standard input gets an empty one.
 */
import childProcess, { type ChildProcess, type SpawnSyncReturns } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

type Options = { stdio?: unknown; input?: unknown } & Record<string, unknown>;
const OURS = { 1: 'stdout', 2: 'stderr' } as const;

/** Call once. execSync and execFileSync, whose errors go to our stderr by default, use spawnSync inside Node. */
export function showChildren(): void {
  const { spawn, spawnSync, execSync, execFileSync } = childProcess as unknown as Record<
    string,
    (...args: unknown[]) => unknown
  >;
  const patched = {
    spawn(...args: unknown[]) {
      const taken = takeStdio(args);
      const child = spawn!(...args) as ChildProcess;
      for (const fd of taken) forward(child.stdio[fd] as Readable, process[OURS[fd]]);
      return child;
    },
    spawnSync(...args: unknown[]) {
      const taken = takeStdio(args);
      const done = spawnSync!(...args) as SpawnSyncReturns<Buffer | string>;
      for (const fd of taken) process[OURS[fd]].write(done[OURS[fd]] ?? '');
      return done;
    },
    execSync: quietly(execSync!),
    execFileSync: quietly(execFileSync!),
  };
  Object.assign(childProcess, patched);
  syncBuiltinESMExports();
}

/** Turns inherited outputs in the options into pipes; returns which. */
function takeStdio(args: unknown[]): (1 | 2)[] {
  const options = optionsOf(args);
  if (!options?.stdio) return [];
  const each = Array.isArray(options.stdio)
    ? [...(options.stdio as unknown[])]
    : Array<unknown>(3).fill(options.stdio);
  const taken = ([1, 2] as const).filter((fd) => isOurs(each[fd], fd));
  if (taken.length === 0) return [];
  for (const fd of taken) each[fd] = 'pipe';
  if (each[0] === 'inherit' || each[0] === 0) each[0] = 'ignore';
  args[args.indexOf(options)] = { ...options, stdio: each };
  return taken;
}

function isOurs(value: unknown, fd: 1 | 2): boolean {
  return value === 'inherit' || value === fd || value === process[OURS[fd]];
}

function optionsOf(args: readonly unknown[]): Options | undefined {
  return args.find((arg): arg is Options => typeof arg === 'object' && arg !== null && !Array.isArray(arg));
}

/** execSync and execFileSync hand back stdout and let stderr through: the latter is written to ours. */
function quietly(run: (...args: unknown[]) => unknown) {
  return (...args: unknown[]): unknown => {
    const options = optionsOf(args);
    const stdio = options?.stdio;
    if (stdio !== undefined && stdio !== 'inherit') return run(...args);
    const piped = { ...options, stdio: ['pipe', 'pipe', 'pipe'] };
    if (options) args[args.indexOf(options)] = piped;
    else args.push(piped);
    try {
      const output = run(...args);
      if (stdio !== 'inherit') return output;
      process.stdout.write(output as Buffer | string);
      return null;
    } catch (error) {
      const { stdout, stderr } = error as {
        stdout?: Buffer | string | null;
        stderr?: Buffer | string | null;
      };
      if (stdio === 'inherit') process.stdout.write(stdout ?? '');
      process.stderr.write(stderr ?? '');
      throw error;
    }
  };
}

function forward(from: Readable, to: NodeJS.WriteStream): void {
  const decoder = new StringDecoder();
  from.on('data', (bytes: Buffer) => to.write(decoder.write(bytes)));
  from.on('end', () => to.write(decoder.end()));
}
