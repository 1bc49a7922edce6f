/** Arquero tables: shape, column types and the first rows, as HTML and as aligned text. */
import { escape } from './escape.js';
import type { Bundle, Display } from './registry.js';

const ROWS = 10;

/** What is asked of a table; known by its methods, so that a cell's own copy of Arquero does as well. */
interface Table {
  numRows(): number;
  numCols(): number;
  columnNames(): string[];
  objects(options: { limit: number }): Record<string, unknown>[];
  toHTML(): string;
}

export const tableDisplay: Display<Table> = {
  name: 'table',
  matches(value): value is Table {
    const methods = ['numRows', 'numCols', 'columnNames', 'objects', 'toHTML'] as const;
    return (
      typeof value === 'object' &&
      value !== null &&
      methods.every((m) => typeof (value as Table)[m] === 'function')
    );
  },
  render(table): Bundle {
    const names = table.columnNames();
    const rows = table.objects({ limit: ROWS });
    const types = names.map((name) => typeOf(rows.map((row) => row[name])));
    const cells = rows.map((row) => names.map((name) => show(row[name])));
    const shape = `${count(table.numRows(), 'row')} x ${count(table.numCols(), 'column')}`;
    return {
      data: {
        'text/html': toHtml(names, types, cells, shape),
        'text/plain': toText(names, types, cells, shape),
      },
    };
  },
};

function count(n: number, noun: string): string {
  return `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;
}

/** The type of the shown values; `mixed` where they differ, `empty` where all are missing. */
function typeOf(values: readonly unknown[]): string {
  const types = new Set(values.filter((v) => v !== null && v !== undefined).map(kind));
  return types.size === 0 ? 'empty' : types.size === 1 ? [...types].join() : 'mixed';
}

function kind(value: unknown): string {
  if (value instanceof Date) return 'date';
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return 'array';
  return typeof value;
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return number(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : date(value);
  if (typeof value === 'object') return clip(JSON.stringify(value) ?? '');
  return clip(String(value));
}

/** Six significant digits, integers in full. */
function number(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}

function date(value: Date): string {
  return value.toISOString().replace(/T00:00:00\.000Z$/, '');
}

function clip(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function toHtml(names: string[], types: string[], cells: string[][], shape: string): string {
  const align = types.map((type) =>
    type === 'number' ? ' style="text-align:right"' : ' style="text-align:left"',
  );
  const head = names
    .map(
      (name, i) =>
        `<th${align[i]}>${escape(name)}<br><small style="font-weight:normal">${types[i]}</small></th>`,
    )
    .join('');
  const body = cells
    .map((row) => `<tr>${row.map((cell, i) => `<td${align[i]}>${escape(cell)}</td>`).join('')}</tr>`)
    .join('\n');
  return `<table><thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody></table>\n<small>${shape}</small>`;
}

function toText(names: string[], types: string[], cells: string[][], shape: string): string {
  const width = names.map((name, i) =>
    Math.max(name.length, types[i]?.length ?? 0, ...cells.map((row) => row[i]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (types[i] === 'number' ? cell.padStart(width[i] ?? 0) : cell.padEnd(width[i] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(names), line(types), ...cells.map(line), shape].join('\n');
}
