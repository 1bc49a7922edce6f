/** Reading and writing .ipynb files. */
import { readFileSync } from 'node:fs';
import { UserError } from '../../base/errors.js';
import { writeAtomic } from '../../base/files.js';
import { notebookSchema } from './schema.js';
import type { Cell, Notebook } from './types.js';
import { upgrade } from './upgrade.js';

/** Reads a notebook, upgraded to 4.5. @throws UserError naming the place of what is broken */
export function readNotebook(path: string): Notebook {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(
      `The notebook ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      'Name an .ipynb file.',
    );
  }
  return parseNotebook(text, path);
}

/** @param file the name to use in messages */
export function parseNotebook(text: string, file: string): Notebook {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(
      `${file}${placeOf(text, error as Error)}: not JSON: ${(error as Error).message}.`,
      'Restore the file; a merge conflict leaves such marks.',
    );
  }
  refuseUnwritable(value, file);
  const format = (value as { nbformat?: unknown } | null)?.nbformat;
  if (format !== 3 && format !== 4) {
    throw new UserError(
      `${file}: nbformat is ${JSON.stringify(format) ?? 'missing'}; notebooks of format 3 and 4 can be read.`,
      'Open and save it in Jupyter to convert it.',
    );
  }
  const parsed = notebookSchema.safeParse(upgrade(value));
  if (parsed.success) return parsed.data as Notebook;
  const issue = parsed.error.issues[0]!;
  const where = issue.path.reduce<string>(
    (path, key) =>
      typeof key === 'number' ? `${path}[${key}]` : path ? `${path}.${String(key)}` : String(key),
    '',
  );
  throw new UserError(
    `${file}: ${where || 'the notebook'}: ${issue.message}.`,
    'Mend that place, or open and save the notebook in Jupyter.',
  );
}

/** Levels of nesting that notebooks stay far below; everything recursive is safe up to here. */
const DEEPEST = 200;

/** JSON that could be read and not be written again, or not without a stack overflow. */
function refuseUnwritable(value: unknown, file: string): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const problem = level.includes(Infinity) || level.includes(-Infinity) ? 'a number out of range' : null;
    if (problem ?? depth > DEEPEST)
      throw new UserError(
        `${file}: it holds ${problem ?? `values nested more than ${DEEPEST} deep`}.`,
        'That is no notebook; restore the file.',
      );
    level = level.flatMap((v) => (typeof v === 'object' && v !== null ? Object.values(v) : []));
  }
}

/** Line and column, where the message of JSON.parse says at which character it failed. */
function placeOf(text: string, { message }: Error): string {
  const at = /position (\d+)/.exec(message)?.[1];
  if (at === undefined) return '';
  const before = text.slice(0, Number(at)).split('\n');
  return `:${before.length}:${before.at(-1)!.length + 1}`;
}

/** As Jupyter writes it: keys sorted, one space of indent, text as lists of lines, a newline at the end. */
export function formatNotebook({ cells, ...rest }: Notebook): string {
  const written = cells.map(formatCell).join(',\n  ');
  const frame = JSON.stringify(sorted({ ...rest, cells: [] }), null, 1);
  // cells is the first key of all
  return `${frame.replace('"cells": []', () => `"cells": [${written && `\n  ${written}\n `}]`)}\n`;
}

const formatted = new WeakMap<Cell, string>();

/** A run saves after every cell and changes one at a time: the others are written once. */
function formatCell(cell: Cell): string {
  let text = formatted.get(cell);
  if (text === undefined) {
    text = JSON.stringify(sorted(splitLines(cell)), null, 1).replaceAll('\n', '\n  ');
    formatted.set(cell, text);
  }
  return text;
}

export function writeNotebook(path: string, notebook: Notebook): void {
  writeAtomic(path, formatNotebook(notebook));
}

function splitLines(cell: Cell): unknown {
  const bundle = (data: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(data).map(([type, value]) => [
        type,
        typeof value === 'string' && !/json$/.test(type) && !isBinary(type) ? lines(value) : value,
      ]),
    );
  const source = lines(cell.source);
  if (cell.cell_type !== 'code') return { ...cell, source };
  const outputs = cell.outputs.map((output) =>
    output.output_type === 'stream'
      ? { ...output, text: lines(output.text) }
      : 'data' in output
        ? { ...output, data: bundle(output.data) }
        : output,
  );
  return { ...cell, source, outputs };
}

/** Base64 is one string, as Jupyter writes it; SVG is text. */
const isBinary = (type: string) =>
  /^(image|audio|video)\//.test(type) && !type.endsWith('+xml') ? true : type === 'application/pdf';

function lines(text: string | readonly string[]): readonly string[] {
  const whole = typeof text === 'string' ? text : text.join('');
  return whole === '' ? [] : whole.split(/(?<=\n)/);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, sorted(v)]),
  );
}
