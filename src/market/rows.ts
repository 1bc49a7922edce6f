/** Rows of text become columns of bars here, and nowhere else: every source says where its columns are, this checks them. */
import { formatPlace, UserError } from '../base/errors.js';
import { DAY, formatTime } from './time.js';
import type { Calendar } from './types.js';

/** Where a format keeps its columns (0-based; null when it has none) and how it writes time. */
export interface Layout {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly adjClose: number | null;
  readonly volume: number | null;
  /** Lines before the first bar. */
  readonly header: 0 | 1;
  /** UTC milliseconds of a time cell, or null when it is none. */
  readonly parseTime: (cell: string) => number | null;
  /** What a time cell may be, for messages. */
  readonly timeForm: string;
  /** True when a time is a day even if only one bar says so. */
  readonly daily: boolean;
  /** Null: by whether weekends have bars. */
  readonly calendar: Calendar | null;
  /** A cell that stands for "no value"; a row whose prices are all blank is left out with a warning. */
  readonly blank?: string;
  readonly note?: string;
}

/** Something a reader should know that does not stop the bars from being used. */
export interface Warning {
  /** file or file:line. */
  readonly place: string;
  readonly message: string;
}

/** Columns with the line each bar came from. */
export interface Columns {
  readonly resolution: 'day' | 'instant';
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  readonly adjClose?: Float64Array;
  readonly lines: Int32Array;
}

/** Prices outside these are a slip of units, and their ratios would leave the range of doubles. */
const LEAST_PRICE = 1e-12;
const GREATEST_PRICE = 1e12;
const GREATEST_VOLUME = 1e18;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

const PRICES = ['open', 'high', 'low', 'close'] as const;

/** @throws UserError with file and line on the first row that is not a bar, or is out of order */
export function readColumns(
  rows: readonly (readonly string[])[],
  layout: Layout,
  file: string,
  warn: (warning: Warning) => void,
): Columns {
  const bars = new RowReader(rows, layout, file, warn).read();
  if (bars.length === 0)
    throw new UserError(
      `${file} holds no bars.`,
      'Give a file with a header and at least one row of prices.',
    );
  const column = (pick: (bar: Row) => number) => Float64Array.from(bars, pick);
  const time = column((bar) => bar.time);
  return {
    resolution: layout.daily || isDaily(time) ? 'day' : 'instant',
    time,
    open: column((bar) => bar.open),
    high: column((bar) => bar.high),
    low: column((bar) => bar.low),
    close: column((bar) => bar.close),
    volume: column((bar) => bar.volume),
    ...(layout.adjClose !== null && { adjClose: column((bar) => bar.adjClose) }),
    lines: Int32Array.from(bars, (bar) => bar.line),
  };
}

interface Row {
  readonly line: number;
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly adjClose: number;
  readonly volume: number;
}

/** Every bar at midnight UTC and some two of them a day apart: weekly bars and bars within the day are instants. */
function isDaily(time: Float64Array): boolean {
  let step = Infinity;
  for (let t = 1; t < time.length; t++) step = Math.min(step, time[t]! - time[t - 1]!);
  return step === DAY && time.every((t) => t % DAY === 0);
}

class RowReader {
  private previous: Row | null = null;

  constructor(
    private readonly rows: readonly (readonly string[])[],
    private readonly layout: Layout,
    private readonly file: string,
    private readonly warn: (warning: Warning) => void,
  ) {}

  read(): Row[] {
    const bars: Row[] = [];
    for (let i = this.layout.header; i < this.rows.length; i++) {
      const cells = this.rows[i]!;
      const line = i + 1;
      if (cells.length === 1 && cells[0] === '') continue;
      if (this.isBlank(cells)) {
        this.warn({ place: this.place(line), message: `no prices on ${cells[this.layout.time]}: left out` });
        continue;
      }
      const bar = this.bar(cells, line);
      this.checkOrder(bar);
      bars.push(bar);
      this.previous = bar;
    }
    return bars;
  }

  private bar(cells: readonly string[], line: number): Row {
    const { layout } = this;
    const expected = this.rows[0]!.length;
    if (cells.length !== expected)
      throw this.error(line, `${cells.length} cells where ${expected} belong`, 'Mend or remove the line.');
    const price = (index: number, name: string) => this.price(cells[index]!, name, line);
    const close = price(layout.close, 'close');
    const bar: Row = {
      line,
      time: this.time(cells[layout.time]!, line),
      open: price(layout.open, 'open'),
      high: price(layout.high, 'high'),
      low: price(layout.low, 'low'),
      close,
      adjClose: layout.adjClose === null ? close : this.adjusted(cells[layout.adjClose]!, line),
      volume: layout.volume === null ? 0 : this.volume(cells[layout.volume]!, line),
    };
    if (bar.high < bar.low)
      throw this.error(line, `high ${bar.high} is below low ${bar.low}`, 'Mend or remove the line.');
    return bar;
  }

  private isBlank(cells: readonly string[]): boolean {
    const { layout } = this;
    return layout.blank !== undefined && PRICES.every((name) => cells[layout[name]] === layout.blank);
  }

  private time(cell: string, line: number): number {
    const time = this.layout.parseTime(cell);
    if (time === null)
      throw this.error(
        line,
        cell === '' ? 'no time' : `"${shown(cell)}" is not ${this.layout.timeForm}`,
        `Write ${this.layout.timeForm}.`,
      );
    return time;
  }

  private price(cell: string, name: string, line: number): number {
    const value = NUMBER.test(cell) ? Number(cell) : NaN;
    if (Number.isNaN(value))
      throw this.error(
        line,
        cell === '' ? `no ${name}` : `${name} "${shown(cell)}" is not a number`,
        'Write plain decimals with a point, such as 101.25.',
      );
    if (!(value >= LEAST_PRICE && value <= GREATEST_PRICE))
      throw this.error(
        line,
        `${name} ${cell} is not a price`,
        `Prices are above 0 (from ${LEAST_PRICE} to ${GREATEST_PRICE}): mend the value, or remove the line.`,
      );
    return value;
  }

  private adjusted(cell: string, line: number): number {
    if (cell === '')
      throw this.error(
        line,
        'no adjusted close, though the file has a column for it: adjusted and unadjusted prices are mixed',
        'Fill the column on every line, or leave it out of the file.',
      );
    return this.price(cell, 'adjusted close', line);
  }

  private volume(cell: string, line: number): number {
    const value = NUMBER.test(cell) ? Number(cell) : NaN;
    if (!(value >= 0 && value <= GREATEST_VOLUME))
      throw this.error(
        line,
        cell === '' ? 'no volume' : `volume "${shown(cell)}" is not a volume`,
        'Write 0 or a positive number.',
      );
    return value;
  }

  private checkOrder(bar: Row): void {
    const { previous } = this;
    if (!previous || bar.time > previous.time) return;
    const when = (row: Row) =>
      formatTime(row.time, this.layout.daily || row.time % DAY === 0 ? 'day' : 'instant');
    if (bar.time === previous.time)
      throw this.error(
        bar.line,
        `${when(bar)} stands here and on line ${previous.line}`,
        'Keep one bar for each time.',
      );
    throw this.error(
      bar.line,
      `${when(bar)} comes after ${when(previous)}`,
      'Sort the lines by time, oldest first.',
    );
  }

  private error(line: number, what: string, mend: string): UserError {
    return new UserError(`${this.place(line)}: ${what}.`, mend);
  }

  private place(line: number): string {
    return formatPlace({ file: this.file, line });
  }
}

/** A cell as an error shows it: short, and in printable characters. */
function shown(cell: string): string {
  const printable = cell.replace(/[^\x20-\x7e\u00a0-\uffff]/g, '?');
  return printable.length > 40 ? `${printable.slice(0, 40)}...` : printable;
}
