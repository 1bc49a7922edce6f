/** Progress bars: one output, redrawn at most ten times a second; a saved notebook keeps the last frame. */
import { display, type DisplayHandle } from './display.js';
import { escape } from './escape.js';
import { mime } from './rich.js';

const REDRAW_MS = 100;

export interface ProgressTask {
  /** Moves on by a number of steps; `detail` says what is at hand. */
  advance(steps?: number, detail?: string): void;
  done(summary?: string): void;
}

/** Of the same shape as the progress that the `fides` rooms report to. */
export const progress = {
  /** A bar of `total` steps; a running count when the total is not known. */
  task(label: string, total?: number): ProgressTask {
    return new Bar(label, total);
  },

  note(text: string): void {
    process.stderr.write(`${text}\n`);
  },

  /** Passes items through and counts them: `for (const day of progress.over(days, 'days'))`. */
  *over<T>(items: Iterable<T>, label = 'items'): Generator<T> {
    const bar = new Bar(label, lengthOf(items));
    for (const item of items) {
      yield item;
      bar.advance();
    }
    bar.done();
  },
};

function lengthOf(items: object): number | undefined {
  const { length, size } = items as { length?: unknown; size?: unknown };
  return typeof length === 'number' ? length : typeof size === 'number' ? size : undefined;
}

class Bar implements ProgressTask {
  readonly #started = performance.now();
  #at = 0;
  #drawn = 0;
  #detail = '';
  #handle: DisplayHandle | undefined;

  constructor(
    private readonly label: string,
    private readonly total: number | undefined,
  ) {
    this.#draw();
  }

  advance(steps = 1, detail = ''): void {
    this.#at += steps;
    this.#detail = detail;
    if (performance.now() - this.#drawn >= REDRAW_MS) this.#draw();
  }

  done(summary = `${this.#at} done`): void {
    this.#detail = `${summary} in ${seconds(performance.now() - this.#started)}`;
    this.#draw(true);
  }

  #draw(over = false): void {
    this.#drawn = performance.now();
    const { label, total } = this;
    const part = total ? Math.min(1, this.#at / total) : 0;
    const count = total ? `${this.#at}/${total}` : `${this.#at}`;
    const tail = over ? this.#detail : [this.#left(part), this.#detail].filter(Boolean).join(' ');
    const filled = Math.round(20 * part);
    const bar = total ? `${'█'.repeat(filled)}${'░'.repeat(20 - filled)} ` : '';
    const element = total ? `<progress max="${total}" value="${this.#at}"></progress> ` : '';
    const frame = mime({
      'text/html': `<div style="font-variant-numeric:tabular-nums">${escape(label)} ${element}${count} ${escape(tail)}</div>`,
      'text/plain': `${label} ${bar}${count} ${tail}`.trimEnd(),
    });
    if (this.#handle) this.#handle.update(frame);
    else this.#handle = display(frame);
  }

  #left(part: number): string {
    const elapsed = performance.now() - this.#started;
    return part > 0 && part < 1 && elapsed > 1000 ? `${seconds((elapsed / part) * (1 - part))} left` : '';
  }
}

function seconds(millis: number): string {
  return `${(millis / 1000).toFixed(1)} s`;
}
