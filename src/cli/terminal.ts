/** What a command writes to: results on standard output, progress and errors on standard error. */
import type { Progress, ProgressTask } from '../base/progress.js';

export interface Terminal {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly progress: Progress;
  /** A line of the result. */
  print(line: string): void;
  /** A result as JSON, for --json. */
  printJson(value: unknown): void;
  error(line: string): void;
}

/** Bars on a terminal, plain lines elsewhere, nothing with --quiet. */
export function terminal(argv: readonly string[]): Terminal {
  const end = argv.indexOf('--');
  const flags = end < 0 ? argv : argv.slice(0, end);
  const quiet = flags.includes('-q') || flags.includes('--quiet');
  const json = flags.includes('--json');
  const err = process.stderr;
  const line = (text: string) => err.write(`${text}\n`);
  const note = (text: string) => {
    if (!quiet) line(text);
  };
  const task = quiet
    ? () => ({ advance: () => {}, done: () => {} })
    : err.isTTY
      ? barTask(err)
      : lineTask(line);
  return {
    json,
    quiet,
    progress: { task, note },
    print: (text) => process.stdout.write(`${text}\n`),
    printJson: (value) => process.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    error: line,
  };
}

/** One redrawn line: label, bar, count, time left. At most ten redraws a second. */
function barTask(stream: NodeJS.WriteStream): Progress['task'] {
  return (label, total) => {
    const clock = stopwatch();
    let at = 0;
    let detail = '';
    let drawn = 0;
    const draw = (force: boolean) => {
      if (!force && clock() - drawn < 100) return;
      drawn = clock();
      const room = Math.max(10, Math.min(30, (stream.columns ?? 80) - label.length - 40));
      const filled = total ? Math.round((room * Math.min(at, total)) / total) : 0;
      const bar = total ? `${'█'.repeat(filled)}${'░'.repeat(room - filled)} ${at}/${total}` : `${at}`;
      const text = `${label} ${bar} ${left(clock(), at, total)} ${detail}`;
      stream.write(`\r\x1b[K${text.slice(0, (stream.columns ?? 80) - 1)}`);
    };
    draw(true);
    return {
      advance(steps = 1, what = '') {
        at += steps;
        detail = what;
        draw(at === total);
      },
      done(summary) {
        stream.write(`\r\x1b[K${label}: ${summary ?? `${at} done`} (${seconds(clock())})\n`);
      },
    };
  };
}

/** A line when a task starts, at each tenth of it but not more than one in two seconds, and when it ends. */
function lineTask(line: (text: string) => void): Progress['task'] {
  return (label, total): ProgressTask => {
    const clock = stopwatch();
    let at = 0;
    let told = 0;
    let toldAt = 0;
    return {
      advance(steps = 1, detail = '') {
        at += steps;
        if (clock() - toldAt < 2000 || (total !== undefined && at - told < total / 10)) return;
        told = at;
        toldAt = clock();
        line(`${label}: ${at}${total ? ` of ${total}` : ''} ${left(clock(), at, total)} ${detail}`.trimEnd());
      },
      done: (summary) => line(`${label}: ${summary ?? `${at} done`} (${seconds(clock())})`),
    };
  };
}

function stopwatch(): () => number {
  const start = performance.now();
  return () => performance.now() - start;
}

function left(elapsed: number, at: number, total: number | undefined): string {
  if (!total || at === 0 || at >= total || elapsed < 1000) return '';
  return `${seconds((elapsed / at) * (total - at))} left`;
}

function seconds(millis: number): string {
  const s = millis / 1000;
  return s < 90 ? `${s.toFixed(1)} s` : `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;
}
