/** The `fides` command as a person runs it: a process of its own. */
import { execFile } from 'node:child_process';
import { shipped } from '#fides/base/paths.js';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** @param env on top of this process's; undefined takes a variable away */
export function fides(
  args: readonly string[],
  { cwd, env }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string | undefined>> } = {},
): Promise<Ended> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [shipped('bin', 'fides.js'), ...args],
      { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, out, err) => done({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}
