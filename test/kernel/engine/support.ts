/** An engine as the kernel starts it, for tests that run cells in this process. */
import { createEngine } from '#kernel/engine/index.js';
import type { CellOutcome, EngineOptions } from '../../../kernel-extensions/types.js';

export function notebook(options: Partial<EngineOptions> = {}) {
  const engine = createEngine({
    cwd: process.cwd(),
    provided: {},
    ambient: 'declare function prompt(question: string): string;',
    enter: (run) => run(),
    ...options,
  });
  let count = 0;
  const run = (source: string): Promise<CellOutcome> => engine.execute(source, { executionCount: ++count });
  /** The value of a cell that must succeed. */
  const value = async (source: string): Promise<unknown> => {
    const outcome = await run(source);
    if (outcome.status === 'error') throw new Error(`${source}\n${outcome.traceback.join('\n')}`);
    return outcome.value;
  };
  /** The value of the last of several cells that must all succeed. */
  const last = async (...sources: readonly string[]): Promise<unknown> => {
    let result: unknown;
    for (const source of sources) result = await value(source);
    return result;
  };
  /** The error of a cell that must fail. */
  const failure = async (source: string) => {
    const outcome = await run(source);
    if (outcome.status === 'ok') throw new Error(`${source}\nran without an error`);
    return outcome;
  };
  return { engine, run, value, last, failure, count: () => count };
}
