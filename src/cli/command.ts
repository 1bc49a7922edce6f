import type { Command } from 'commander';
import type { Terminal } from './terminal.js';

/** A command adds itself to the program; heavy rooms are imported inside its action, so that --help stays quick. */
export type AddCommand = (program: Command, io: Terminal) => void;

/** For an option that may be given several times: its values in order; undefined when it is absent. */
export function repeated(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
