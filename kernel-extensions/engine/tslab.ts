/**
 * tslab's executor, unforked, run on the TypeScript that Fides already loads: tslab's own fork is a second compiler of
 * 50 MB, of which the executor needs only a scanner.
 */
import { createRequire } from 'node:module';
import ts from 'typescript';
import type { ConverterSet, Executor } from 'tslab/dist/executor.js';

/** The slot through which tslab's executor hands `exports` and `require` to the code that it runs. */
export interface Slot {
  exports: object;
  require: NodeJS.Require;
}

type CreateExecutor = (
  root: string,
  converters: ConverterSet,
  console: { log(value: unknown): void; error(error: unknown): void },
) => Executor;

const own = createRequire(import.meta.url);

export function loadCreateExecutor(): CreateExecutor {
  const executorPath = own.resolve('tslab/dist/executor.js');
  const forkPath = createRequire(executorPath).resolve('@tslab/typescript-for-tslab');
  own.cache[forkPath] ??= {
    id: forkPath,
    filename: forkPath,
    loaded: true,
    exports: ts,
    children: [],
    paths: [],
  } as unknown as NodeJS.Module;
  return (own(executorPath) as { createExecutor: CreateExecutor }).createExecutor;
}

declare global {
  var __tslab__: Slot & Record<string, unknown>;
}
