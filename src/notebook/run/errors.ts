/** What ends a run of a notebook early. The notebook is saved up to there. */
import { UserError } from '../../base/errors.js';

/** A cell threw. */
export class CellError extends UserError {
  /**
   * @param where such as `a.ipynb: cell 3`
   * @param traceback readable lines, with colours as the kernel made them
   */
  constructor(
    where: string,
    readonly ename: string,
    readonly evalue: string,
    readonly traceback: readonly string[],
  ) {
    super(
      `${where} failed: ${ename}: ${evalue}\n${traceback.join('\n')}\n`,
      'Mend the cell, or go on behind errors with --allow-errors.',
    );
  }
}

/** A cell, or the whole run, took longer than allowed. */
export class TimeoutError extends UserError {}

/** The kernel's process ended, or never answered. */
export class DeadKernelError extends UserError {}

/** The kernel's process ended for a lack of memory. */
export class OutOfMemoryError extends DeadKernelError {}

export { InterruptedError } from '../../base/errors.js';
