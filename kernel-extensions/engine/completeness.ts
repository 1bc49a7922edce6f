/** Whether a cell can run as it stands, for consoles that send on Enter. */
import ts from 'typescript';
import type { Completeness } from '../types.js';
import { parseCell } from './compile.js';

/** Errors that more text can mend even where TypeScript places them before the end: open comment, open template. */
const OPEN_ENDED = new Set([1010, 1160]);

export function completeness(source: string): Completeness {
  const { file } = parseCell(source, '/cell.mts');
  if (file.parseDiagnostics.length === 0) return { status: 'complete' };
  const end = file.text.trimEnd().length;
  const canGoOn = file.parseDiagnostics.some((d) => OPEN_ENDED.has(d.code) || isAtEnd(d, end));
  return canGoOn ? { status: 'incomplete', indent: indent(source) } : { status: 'invalid' };
}

/** A missing token reported behind the last one: the reader is still typing. */
function isAtEnd(diagnostic: ts.Diagnostic, end: number): boolean {
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
  return (diagnostic.start ?? 0) >= end && /expected|Unexpected end/.test(message);
}

/** The last line's indent, two more where it opens a bracket that it does not close. */
function indent(source: string): string {
  const line = source.trimEnd().split('\n').at(-1) ?? '';
  const current = /^\s*/.exec(line)![0];
  const count = (pattern: RegExp) => [...line.matchAll(pattern)].length;
  return count(/[([{]/g) > count(/[)\]}]/g) ? `${current}  ` : current;
}
