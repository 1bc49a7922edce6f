/** Tables: from a declaration to cells as printed, and to CSV. */
import { UserError } from '../base/errors.js';
import { general, signed } from './format.js';
import { escapeHtml, inline } from './markup.js';
import { columnsOf, withMeasured, type MeasuredCells } from './measured.js';
import type { Cell, Column, Format, RecordKey, Row, TableDeclaration, Text, Value } from './types.js';

/** A table ready to be set by a macro. Strings ending in Html are HTML, all others plain text. */
export interface SetTable {
  readonly id: string;
  /** As declared. */
  readonly caption: string;
  readonly captionHtml: string;
  readonly size: 'small' | 'wide' | null;
  readonly breaks: boolean;
  /** Spanning heads, or empty. */
  readonly groups: readonly { headHtml: string; span: number }[];
  readonly columns: readonly SetColumn[];
  readonly rows: readonly SetRow[];
  readonly notesHtml: readonly string[];
  /** Remarks of cells, with their letters. */
  readonly remarks: readonly { letter: string; html: string }[];
}

export interface SetColumn {
  readonly key: string;
  readonly headHtml: string;
  readonly align: 'left' | 'right' | 'center';
  readonly width: string | null;
}

export interface SetRow {
  readonly labelHtml: string | null;
  readonly rule: boolean;
  readonly cells: readonly SetCell[];
}

export interface SetCell {
  readonly column: string;
  readonly value: Value;
  /** As printed, plain. */
  readonly printed: string;
  readonly html: string;
  /** Small second line: the published value and the difference, or an interval. */
  readonly belowHtml: string | null;
  readonly published: number | null;
  readonly interval: readonly [number, number] | null;
  readonly records: readonly RecordKey[];
  readonly letter: string | null;
  readonly stress: 'strong' | 'muted' | null;
  readonly align: 'left' | 'right' | 'center';
}

const DASH = '\u2013';
/** A table of more rows may break across pages, its head repeated: it might not fit on one. */
const KEPT_TOGETHER = 24;

/**
 * Computes a table from its evidence.
 *
 * @param measured values to take in place of those that the evidence has measured; none when absent
 */
export function setTable<E>(
  declaration: TableDeclaration<E>,
  evidence: E,
  measured: MeasuredCells = new Map(),
): SetTable {
  const { id, notes, size = null } = declaration;
  const declared = columnsOf(declaration.columns, evidence);
  const rows = withMeasured(id, declaration.rows(evidence), measured);
  const caption = textOf(declaration.caption, evidence);
  checkKeys(id, declared, rows);
  const aligned = declared.map((column) => ({ column, align: column.align ?? alignOf(column, rows) }));
  const remarks = new Map<string, string>();
  const setRows = rows.map((row) => ({
    labelHtml: row.label === undefined ? null : inline(row.label),
    rule: row.rule ?? false,
    cells: aligned.flatMap(({ column, align }) => setCells(id, column, align, row, remarks)),
  }));
  return {
    id,
    caption,
    captionHtml: inline(caption),
    size,
    breaks: rows.length > KEPT_TOGETHER,
    groups: groupsOf(declared),
    columns: aligned.flatMap(({ column, align }) => setColumns(column, align)),
    rows: setRows,
    notesHtml: (typeof notes === 'function' ? notes(evidence) : (notes ?? [])).map(inline),
    remarks: [...remarks].map(([text, letter]) => ({ letter, html: inline(text) })),
  };
}

/** The table as CSV: values unrounded, intervals and published values in columns of their own where there are any. */
export function tableCsv(table: SetTable): string {
  const keys = [...new Set(table.rows.flatMap((row) => row.cells.map((cell) => cell.column)))];
  const labelled = table.rows.some((row) => row.labelHtml !== null);
  const has = (key: string, test: (cell: SetCell) => boolean) =>
    table.rows.some((row) => row.cells.some((cell) => cell.column === key && test(cell)));
  const columns = keys.flatMap((key): [string, (cell: SetCell) => Value][] => [
    [key, (cell) => cell.value],
    ...(has(key, (cell) => cell.interval !== null)
      ? ([
          [`${key}_low`, (cell) => cell.interval?.[0] ?? null],
          [`${key}_high`, (cell) => cell.interval?.[1] ?? null],
        ] as [string, (cell: SetCell) => Value][])
      : []),
    ...(has(key, (cell) => cell.published !== null) && !keys.includes(`${key}_published`)
      ? ([[`${key}_published`, (cell) => cell.published]] as [string, (cell: SetCell) => Value][])
      : []),
  ]);
  const head = [...(labelled ? ['group'] : []), ...columns.map(([name]) => name)];
  let label = '';
  const lines = table.rows.map((row) => {
    if (row.labelHtml !== null) label = row.labelHtml.replace(/<[^>]*>/g, '');
    const byKey = new Map(row.cells.map((cell) => [cell.column, cell]));
    const values = columns.map(([name, read]) => {
      const cell = byKey.get(name) ?? byKey.get(name.replace(/_(low|high|published)$/, ''));
      return cell ? read(cell) : null;
    });
    return [...(labelled ? [label] : []), ...values];
  });
  return [head, ...lines].map((line) => `${line.map(csvField).join(',')}\n`).join('');
}

export function textOf<E>(text: Text<E>, evidence: E): string {
  return typeof text === 'function' ? text(evidence) : text;
}

/** A bound number as printed. */
export function printValue(value: Value, format: Format = general): string {
  if (value === null) return DASH;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`a published number is ${value}`);
    return format(value);
  }
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}

/** The full form of a cell that may be given by its value only. */
export function asCell(cell: Cell | Value | undefined): Cell {
  return cell === undefined || cell === null || typeof cell !== 'object' ? { value: cell ?? null } : cell;
}

function setCells(
  table: string,
  column: Column,
  align: SetColumn['align'],
  row: Row,
  remarks: Map<string, string>,
): SetCell[] {
  const cell = asCell(row.cells[column.key]);
  const format = column.format ?? general;
  const printed = where(table, column, () => printValue(cell.value, format));
  const own: SetCell = {
    column: column.key,
    value: cell.value,
    printed,
    html: cell.text === undefined ? escapeHtml(printed) : inline(cell.text),
    belowHtml: below(cell, column, format),
    published: cell.published ?? null,
    interval: cell.interval ?? null,
    records: cell.records ?? row.records ?? [],
    letter: cell.note === undefined ? null : letterOf(cell.note, remarks),
    stress: cell.stress ?? null,
    align,
  };
  if (column.published !== 'columns') return [own];
  const beside = (name: string, value: number | null, shown: Format): SetCell => ({
    ...own,
    column: name,
    value,
    printed: printValue(value, shown),
    html: escapeHtml(printValue(value, shown)),
    belowHtml: null,
    published: null,
    interval: null,
    letter: null,
    stress: 'muted',
  });
  return [
    own,
    beside(`${column.key}_published`, own.published, format),
    beside(`${column.key}_difference`, differenceOf(cell), differenceFormat(format)),
  ];
}

function below(cell: Cell, column: Column, format: Format): string | null {
  const lines: string[][] = [];
  if (cell.interval) lines.push([`[${cell.interval.map((end) => format(end)).join(', ')}]`]);
  const difference = differenceOf(cell);
  if (column.published !== 'columns' && difference !== null)
    lines.push([`publ. ${format(cell.published!)}`, `(${differenceFormat(format)(difference)})`]);
  // A narrow column breaks between what was published and the difference, and nowhere else.
  const unbroken = (part: string) => escapeHtml(part).replaceAll(' ', '\u00a0');
  return lines.length === 0 ? null : lines.map((parts) => parts.map(unbroken).join(' ')).join('<br>');
}

function differenceOf(cell: Cell): number | null {
  return typeof cell.published === 'number' && typeof cell.value === 'number'
    ? cell.value - cell.published
    : null;
}

/** Differences carry a sign and as many places as the numbers do. */
function differenceFormat(format: Format): Format {
  const places = /\.(\d+)/.exec(format(0.5))?.[1]?.length ?? 0;
  return format(0.5).includes('%') ? (value) => `${signed(places)(100 * value)} pp` : signed(places);
}

function setColumns(column: Column, align: SetColumn['align']): SetColumn[] {
  const { key, head, width = null } = column;
  if (column.published !== 'columns') return [{ key, headHtml: inline(head), align, width }];
  return [
    { key, headHtml: 'ours', align, width },
    { key: `${key}_published`, headHtml: 'publ.', align, width },
    { key: `${key}_difference`, headHtml: 'diff.', align, width },
  ];
}

function groupsOf(columns: readonly Column[]): { headHtml: string; span: number }[] {
  if (!columns.some((column) => column.group ?? column.published === 'columns')) return [];
  const groups: { head: string; span: number }[] = [];
  for (const column of columns) {
    const beside = column.published === 'columns';
    const head = column.group ?? (beside ? column.head : '');
    const last = groups.at(-1);
    if (last && last.head === head && !beside) last.span += 1;
    else groups.push({ head, span: beside ? 3 : 1 });
  }
  return groups.map(({ head, span }) => ({ headHtml: inline(head), span }));
}

function alignOf(column: Column, rows: readonly Row[]): 'left' | 'right' {
  const values = rows.map((row) => asCell(row.cells[column.key]).value).filter((value) => value !== null);
  const numbers =
    values.length > 0 ? values.every((value) => typeof value === 'number') : column.format !== undefined;
  return numbers ? 'right' : 'left';
}

function letterOf(remark: string, remarks: Map<string, string>): string {
  const letter = remarks.get(remark) ?? String.fromCharCode(97 + remarks.size);
  remarks.set(remark, letter);
  return letter;
}

function checkKeys(id: string, columns: readonly Column[], rows: readonly Row[]): void {
  const keys = new Set(columns.map((column) => column.key));
  if (keys.size !== columns.length)
    throw new UserError(`Table "${id}" has two columns with one key.`, 'Rename one.');
  for (const row of rows)
    for (const key of Object.keys(row.cells))
      if (!keys.has(key))
        throw new UserError(
          `Table "${id}" has a cell "${key}" without a column.`,
          `Columns: ${[...keys].join(', ')}.`,
        );
}

function where<T>(table: string, column: Column, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`table ${table}, column ${column.key}: ${(error as Error).message}`, { cause: error });
  }
}

function csvField(value: Value): string {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
