/** Finds the magics of a cell and puts TypeScript in their place, line for line. */
import { lineStartsInCode } from './code-lines.js';
import { findMagic } from './registry.js';

const LINE = /^%([A-Za-z_]\w*)(?:[ \t]+(.*))?$/;
const CELL = /^%%([A-Za-z_]\w*)(?:[ \t]+(.*))?$/;

export interface CellMagic {
  readonly name: string;
  readonly args: string;
  readonly body: string;
}

/** A cell whose first line that is not blank is `%%name`. */
export function cellMagic(source: string): CellMagic | null {
  const lines = source.split('\n');
  const at = lines.findIndex((line) => line.trim() !== '');
  const match = CELL.exec(lines[at]?.trimEnd() ?? '');
  if (!match) return null;
  // blank lines keep the line numbers of the body those of the cell
  return {
    name: match[1] as string,
    args: (match[2] ?? '').trim(),
    body: '\n'.repeat(at + 1) + lines.slice(at + 1).join('\n'),
  };
}

/** Names after % at the start of lines of code, whether there are such magics or not. */
export function lineMagics(source: string): string[] {
  return magicLines(source).map(({ name }) => name);
}

/** `%name args` becomes a call; unknown names stay, and fail as TypeScript. */
export function expandLines(source: string): string {
  const lines = source.split('\n');
  for (const { index, name, args } of magicLines(source)) {
    const magic = findMagic(name);
    if (magic?.rewrite) lines[index] = magic.rewrite(args);
    else if (magic?.line) lines[index] = `await $magic(${JSON.stringify(name)}, ${JSON.stringify(args)});`;
  }
  return lines.join('\n');
}

/** Magics as blanks of the same length, for completion and inspection at a cursor. */
export function blankMagics(source: string): string {
  const lines = source.split('\n');
  const blank = (index: number) => (lines[index] = (lines[index] ?? '').replace(/[^\r]/g, ' '));
  const cell = cellMagic(source);
  if (cell) blank(lines.findIndex((line) => line.trim() !== ''));
  for (const { index } of magicLines(source)) blank(index);
  return lines.join('\n');
}

function magicLines(source: string): { index: number; name: string; args: string }[] {
  if (!/^%[A-Za-z_]/m.test(source)) return [];
  const inCode = lineStartsInCode(source);
  return source.split('\n').flatMap((line, index) => {
    const match = inCode[index] ? LINE.exec(line.trimEnd()) : null;
    return match ? [{ index, name: match[1] as string, args: (match[2] ?? '').trim() }] : [];
  });
}
