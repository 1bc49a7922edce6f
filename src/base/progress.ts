/** How long work tells what it does. The terminal passes a bar, tests pass a recorder, libraries default to silence. */
export interface Progress {
  /** Starts a task of `total` steps, or of unknown length. */
  task(label: string, total?: number): ProgressTask;
  /** A line that stays, such as a warning. */
  note(line: string): void;
}

export interface ProgressTask {
  advance(steps?: number, detail?: string): void;
  done(summary?: string): void;
}

export const silent: Progress = {
  task: () => ({ advance: () => {}, done: () => {} }),
  note: () => {},
};
