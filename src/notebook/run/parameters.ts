/**
 * Parameters: the declarations of the cell tagged `parameters`. Values from outside are checked against the types that
 * TypeScript gives them there, and set in a cell of their own behind it, tagged `injected-parameters` as papermill does.
 */
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { UserError } from '../../base/errors.js';
import { sha256 } from '../../base/digest.js';
import { isCode, tagsOf, textOf, type Cell, type Notebook } from '../format/types.js';

const TAG = 'parameters';
const INJECTED = 'injected-parameters';

/** `name=value` pairs from a command line, as text. */
export type ParameterValues = Readonly<Record<string, string>>;

interface Parameter {
  readonly name: string;
  /** As TypeScript prints it, literals widened: `number`, not `10`. */
  readonly type: string;
}

/**
 * The notebook with a cell that sets these values; without values it is as it was, with what an earlier run has set.
 * @param file its path, for messages and for what its types import
 * @throws UserError for an unknown name or a value of another type, with those that fit
 */
export function setParameters(notebook: Notebook, values: ParameterValues, file: string): Notebook {
  if (Object.keys(values).length === 0) return notebook;
  const cells = notebook.cells.filter((cell) => !tagsOf(cell).includes(INJECTED));
  const at = cells.findIndex((cell) => isCode(cell) && tagsOf(cell).includes(TAG));
  if (at < 0) {
    throw new UserError(
      `${file} has no cell tagged "${TAG}", and so takes no parameters.`,
      'Tag the cell that declares them (in JupyterLab: the property inspector), or leave -p out.',
    );
  }
  const source = { text: textOf(cells[at]!.source), file };
  const known = parametersOf(source);
  const unknown = Object.keys(values).find((name) => !known.some((p) => p.name === name));
  if (unknown !== undefined) {
    throw new UserError(
      `${file} has no parameter ${unknown}.`,
      `It has ${known.map((p) => `${p.name}: ${p.type}`).join(', ') || 'none'}.`,
    );
  }
  const lines = known
    .filter(({ name }) => name in values)
    .map(
      (parameter) =>
        `let ${parameter.name}: ${parameter.type} = ${literal(source, parameter, values[parameter.name]!)};`,
    );
  return {
    ...notebook,
    cells: [...cells.slice(0, at + 1), injected(lines.join('\n')), ...cells.slice(at + 1)],
  };
}

function injected(source: string): Cell {
  const id = `parameters-${sha256(source).slice(0, 8)}`;
  return {
    cell_type: 'code',
    id,
    metadata: { tags: [INJECTED] },
    source,
    execution_count: null,
    outputs: [],
  };
}

function parametersOf(source: Source): Parameter[] {
  const { file, checker } = program(source);
  return file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) =>
    declarationList.declarations.flatMap(({ name, type }) => {
      if (!ts.isIdentifier(name)) return [];
      const declared = checker.getTypeAtLocation(name);
      return [
        {
          name: name.text,
          type: type
            ? type.getText(file)
            : checker.typeToString(
                checker.getBaseTypeOfLiteralType(declared),
                undefined,
                ts.TypeFormatFlags.NoTruncation,
              ),
        },
      ];
    }),
  );
}

/** The value as TypeScript: JSON where that fits the type, else the text itself as a string. */
function literal(source: Source, { name, type }: Parameter, text: string): string {
  const candidates = [...(isJson(text) ? [text] : []), JSON.stringify(text)];
  const fitting = candidates.find((candidate) => fits(source, type, candidate));
  if (fitting === undefined)
    throw new UserError(
      `${source.file}: the parameter ${name} takes ${type}, and ${text} is none.`,
      `Give a value of the type ${type}; what is no string is written as JSON.`,
    );
  return fitting;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function fits({ text, file }: Source, type: string, value: string): boolean {
  const checked = program({ text: `${text}\n;const __value: ${type} = ${value};`, file });
  const last = checked.file.statements.at(-1)!;
  return !checked
    .diagnostics()
    .some(({ start = -1, file }) => file === checked.file && start >= last.getFullStart());
}

/** The cell of parameters and the notebook in which it stands. */
interface Source {
  readonly text: string;
  readonly file: string;
}

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
  noEmit: true,
};
const others = new Map<string, ts.SourceFile | undefined>();

/** A program of the one cell, as a file beside its notebook, and of what it needs, which is read once. */
function program({ text, file: notebook }: Source) {
  const name = join(dirname(resolve(notebook)), 'parameters-cell.mts');
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  const host = ts.createCompilerHost(OPTIONS);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, version) => {
    if (path === name) return file;
    if (!others.has(path)) others.set(path, read(path, version));
    return others.get(path);
  };
  const made = ts.createProgram([name], OPTIONS, host);
  return {
    file,
    checker: made.getTypeChecker(),
    diagnostics: () => [...made.getSyntacticDiagnostics(file), ...made.getSemanticDiagnostics(file)],
  };
}
