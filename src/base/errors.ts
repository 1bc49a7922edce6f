/** An error that its reader can mend: one paragraph saying what is wrong, where, and what to do. Anything else is a bug. */
export class UserError extends Error {
  override name = 'UserError';

  /**
   * @param problem what was wrong and where, with the value seen
   * @param mend what to do about it
   */
  constructor(
    readonly problem: string,
    readonly mend: string,
    options?: ErrorOptions,
  ) {
    super(mend ? `${problem} ${mend}` : problem, options);
  }
}

/** Ctrl-C, or SIGTERM: what was done is kept. Commands end with 130 then, as shells expect. */
export class InterruptedError extends UserError {}

/** Where in a text file something was found; lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

export function formatPlace({ file, line, column }: Place): string {
  return [file, line, column].filter((part) => part !== undefined).join(':');
}
