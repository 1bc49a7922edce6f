/** Errors as the notebook shows them: at the cell's own lines, without the frames of the kernel. */
import { inspect } from 'node:util';
import type { ErrorReport } from '../types.js';
import type { CellDiagnostic } from './compile.js';
import { ACCESS, CONTEXT } from './rewrite.js';

/** Ends a cell that the user interrupted. */
export class KeyboardInterrupt extends Error {
  override readonly name = 'KeyboardInterrupt';
}

/** A cell that has run, as stack traces name it. */
export interface RanCell {
  readonly title: string;
  readonly source: string;
  /** Offset in the source of a position in the script, both counted from 0. */
  position(line: number, column: number): number | undefined;
}

const MAX_FRAMES = 20;
const MAX_DIAGNOSTICS = 10;
const MAX_CAUSES = 5;

/** `cells` by the name that their scripts carry. */
export function describeError(error: unknown, cells: ReadonlyMap<string, RanCell>): ErrorReport {
  if (isInterrupt(error)) return { ename: 'KeyboardInterrupt', evalue: '', traceback: ['KeyboardInterrupt'] };
  if (!isErrorLike(error)) {
    const evalue = inspect(error);
    return { ename: 'Uncaught', evalue, traceback: [`Uncaught ${evalue}`] };
  }
  const ename = nameOf(error);
  const evalue = readable(String(error.message));
  return { ename, evalue, traceback: traceback(error, cells, 0) };
}

/** What blocked a cell, as one error that lists each place. */
export function describeDiagnostics(
  diagnostics: readonly CellDiagnostic[],
  source: string,
  title: string,
): ErrorReport {
  const shown = diagnostics.slice(0, MAX_DIAGNOSTICS).map((d) => {
    const text = d.file?.text ?? source;
    const { line, column } = place(text, d.start);
    const message = `${d.file?.fileName ?? title}:${line}:${column} - ${d.message} (TS${d.code})`;
    return { message, excerpt: excerpt(text, line, column, d.length) };
  });
  const more = diagnostics.length - shown.length;
  return {
    ename: diagnostics.some((d) => d.syntax) ? 'SyntaxError' : 'TypeScriptError',
    evalue: shown[0]?.message ?? '',
    traceback: [
      ...shown.flatMap((s) => [s.message, ...s.excerpt]),
      ...(more > 0 ? [`and ${more} more`] : []),
    ],
  };
}

/** tslab's executor stops a running script on SIGINT with an error of Node's. */
function isInterrupt(error: unknown): boolean {
  return (
    error instanceof KeyboardInterrupt ||
    (isErrorLike(error) && error.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED')
  );
}

interface ErrorLike {
  readonly name?: unknown;
  readonly message: unknown;
  readonly stack?: unknown;
  readonly cause?: unknown;
  readonly code?: unknown;
  readonly errors?: unknown;
}

/** Errors of other realms (a sandbox, a worker) are errors too. */
function isErrorLike(error: unknown): error is ErrorLike {
  return (
    error instanceof Error ||
    (typeof error === 'object' && error !== null && 'stack' in error && 'message' in error)
  );
}

function nameOf(error: ErrorLike): string {
  return typeof error.name === 'string' && error.name !== '' ? error.name : 'Error';
}

const CALLED = new RegExp(String.raw`\(0 ?, ?${ACCESS}\)`, 'gu');
const READ = new RegExp(ACCESS, 'gu');

/** Gives names in V8's messages as the cell wrote them. */
function readable(text: string): string {
  return text.replace(CALLED, '$1').replace(READ, '$1').replaceAll(`${CONTEXT}.import`, 'import');
}

function traceback(error: ErrorLike, cells: ReadonlyMap<string, RanCell>, depth: number): string[] {
  const message = readable(String(error.message));
  const head = `${nameOf(error)}${message === '' ? '' : `: ${message}`}`;
  const frames = framesOf(error, cells);
  const first = frames.find((f) => f.cell);
  const lines = [
    head,
    ...(first?.cell ? excerpt(first.cell.source, first.line, first.column, 1) : []),
    ...frames.map((f) => f.text),
  ];
  if (depth >= MAX_CAUSES) return lines;
  if (Array.isArray(error.errors)) {
    for (const inner of error.errors.slice(0, MAX_CAUSES))
      lines.push(...nested('Among them', inner, cells, depth));
  }
  if (error.cause !== undefined) lines.push(...nested('Caused by', error.cause, cells, depth));
  return lines;
}

function nested(label: string, inner: unknown, cells: ReadonlyMap<string, RanCell>, depth: number): string[] {
  const lines = isErrorLike(inner) ? traceback(inner, cells, depth + 1) : [inspect(inner)];
  return [`${label} ${lines[0]}`, ...lines.slice(1)];
}

interface Frame {
  readonly text: string;
  readonly cell?: RanCell;
  readonly line: number;
  readonly column: number;
}

/** Below these frames stands the kernel, which called the cell. */
const STARTED_HERE = /[\\/]tslab[\\/]dist[\\/]executor|[\\/]kernel-extensions[\\/]engine[\\/]engine/;
const INTERNAL = /\(?node:|[\\/]kernel-extensions[\\/]/;
const CELL_PLACE = /(Cell\[[^\]\s]*\]):(\d+):(\d+)/;

/** The frames of user code; those of the kernel end at the call that started the cell. */
function framesOf(error: ErrorLike, cells: ReadonlyMap<string, RanCell>): Frame[] {
  if (typeof error.stack !== 'string') return [];
  const frames: Frame[] = [];
  for (const line of error.stack.split('\n').filter((l) => /^\s+at /.test(l))) {
    if (STARTED_HERE.test(line)) break;
    if (INTERNAL.test(line)) continue;
    const hit = CELL_PLACE.exec(line);
    if (!hit) {
      frames.push({ text: readable(line), line: 0, column: 0 });
      continue;
    }
    const cell = cells.get(hit[1]!);
    const offset = cell?.position(Number(hit[2]) - 1, Number(hit[3]) - 1);
    if (!cell || offset === undefined) continue;
    const at = place(cell.source, offset);
    const text = readable(line.replace(CELL_PLACE, `${cell.title}:${at.line}:${at.column}`));
    frames.push({ text, cell, ...at });
  }
  return frames.slice(0, MAX_FRAMES);
}

/** Line and column, both counted from 1. */
function place(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const line = before.split(/\r\n|\n|\r/).length;
  return { line, column: offset - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) };
}

/** The line with its neighbour above and a marker below the place. */
function excerpt(text: string, line: number, column: number, length: number): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  const width = String(line).length;
  const row = (n: number, mark: string) => `${mark} ${String(n).padStart(width)} | ${lines[n - 1] ?? ''}`;
  const marker = '^'.repeat(Math.max(1, Math.min(length, (lines[line - 1] ?? '').length - column + 1)));
  return [
    ...(line > 1 ? [row(line - 1, ' ')] : []),
    row(line, '>'),
    `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}${marker}`,
  ];
}
