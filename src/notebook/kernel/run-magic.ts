/** `%fides RUN` sets the run that a notebook works on; `%fides` shows it. */
import { registerMagic } from '../../../kernel-extensions/index.js';
import { UserError } from '../../base/errors.js';
import type { Run } from '../../study/index.js';

export interface RunSummary {
  readonly run: string;
  /** Units that have a record, of all. */
  readonly records: string;
  readonly head: string;
}

/** A kernel and a cell may each have loaded this module. */
const KEY = Symbol.for('fides.notebook.run');
const state = globalThis as { [KEY]?: Run };

/** What the kernel calls when a cell first uses a magic that is not built in. */
export function extendKernel(): void {
  registerMagic({
    name: 'fides',
    help: 'RUN sets the run of this notebook, as the constant `run`; nothing shows which it is',
    rewrite(args) {
      const room = "(await import('fides/notebook'))";
      return args === ''
        ? `${room}.runSummary()`
        : `const run = await ${room}.useRun(${JSON.stringify(args)});`;
    },
  });
}

/** Opens a run as `openRun` does and makes it the notebook's; prints which one it is where several fit. */
export async function useRun(name: string): Promise<Run> {
  const { openRun } = await import('../../study/index.js');
  return (state[KEY] = openRun(name, (line) => process.stdout.write(`${line}\n`)));
}

/** The run that `%fides RUN` has set. @throws UserError when none is */
export function currentRun(): Run {
  const run = state[KEY];
  if (!run) throw new UserError('This notebook has no run yet.', 'Set one: %fides RUN.');
  return run;
}

/** The run in short. */
export function runSummary(): RunSummary {
  const { id, records, manifest, head } = currentRun();
  return { run: id, records: `${records.length} of ${manifest.units.length}`, head };
}
