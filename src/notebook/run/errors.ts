/** What ends a run of a notebook early. The notebook is saved up to there. */
import { UserError } from '../../base/errors.js';

/** A cell threw. */
export class CellError extends UserError {
  constructor(
    readonly cell: number,
    readonly ename: string,
    readonly traceback: readonly string[],
    file: string,
    evalue: string,
  ) {
    super(
      `${file}: cell ${cell} failed: ${ename}: ${evalue}\n${traceback.join('\n')}\n`,
      'Mend the cell, or go on behind errors with --allow-errors.',
    );
  }
}

/** A cell, or the whole run, took longer than allowed. */
export class TimeoutError extends UserError {}

/** The kernel's process ended. */
export class DeadKernelError extends UserError {}

/** Ctrl-C. */
export class InterruptedError extends UserError {}
