/** Cells with syntax that is not erasable (enums, namespaces, parameter properties, decorators, `using`). */
import ts from 'typescript';
import type { ToOriginal } from './edits.js';

/** JavaScript that TypeScript knows and Node 20 does not. */
export function needsLowering(file: ts.SourceFile): boolean {
  if (!/@|\busing\b/.test(file.text)) return false;
  const found = (node: ts.Node): boolean =>
    ts.isDecorator(node) ||
    (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Using) === ts.NodeFlags.Using) ||
    (ts.forEachChild(node, (child) => found(child) || undefined) ?? false);
  return found(file);
}

export function transpile(file: ts.SourceFile): { readonly text: string; readonly toOriginal: ToOriginal } {
  const { outputText, sourceMapText } = ts.transpileModule(file.text, {
    fileName: 'cell.mts',
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      sourceMap: true,
      preserveConstEnums: true,
      removeComments: false,
    },
  });
  const text = outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
  const mappings = (JSON.parse(sourceMapText!) as { mappings: string }).mappings;
  let segments: Segment[] | undefined;
  const plain = ts.createSourceFile('cell.js', text, ts.ScriptTarget.ESNext);
  const toOriginal = (offset: number) => {
    segments ??= decode(mappings);
    const { line, character } = ts.getLineAndCharacterOfPosition(
      plain,
      Math.max(0, Math.min(offset, text.length)),
    );
    const hit = segments.findLast((s) => s.line < line || (s.line === line && s.column <= character));
    return hit ? ts.getPositionOfLineAndCharacter(file, hit.sourceLine, hit.sourceColumn) : 0;
  };
  return { text, toOriginal };
}

interface Segment {
  readonly line: number;
  readonly column: number;
  readonly sourceLine: number;
  readonly sourceColumn: number;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Source map revision 3, "mappings": per line, segments of base-64 variable-length differences. */
function decode(mappings: string): Segment[] {
  const segments: Segment[] = [];
  let sourceLine = 0;
  let sourceColumn = 0;
  mappings.split(';').forEach((group, line) => {
    let column = 0;
    for (const part of group.split(',').filter((p) => p !== '')) {
      const [c = 0, , l = 0, s = 0] = numbers(part);
      column += c;
      sourceLine += l;
      sourceColumn += s;
      segments.push({ line, column, sourceLine, sourceColumn });
    }
  });
  return segments;
}

function numbers(part: string): number[] {
  const found: number[] = [];
  let value = 0;
  let shift = 0;
  for (const digit of part) {
    const bits = DIGITS.indexOf(digit);
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    found.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return found;
}
