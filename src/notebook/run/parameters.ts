/**
 * Parameters: the declarations of the cell tagged `parameters`. Values from outside are checked against the types that
 * TypeScript gives them there, and set in a cell of their own behind it, tagged `injected-parameters` as papermill does.
 */
import ts from 'typescript';
import { UserError } from '../../base/errors.js';
import { sha256 } from '../../base/digest.js';
import { isCode, tagsOf, textOf, type Cell, type CodeCell, type Notebook } from '../format/types.js';

const TAG = 'parameters';
const INJECTED = 'injected-parameters';

/** `name=value` pairs from a command line, as text. */
export type ParameterValues = Readonly<Record<string, string>>;

interface Parameter {
  readonly name: string;
  /** As TypeScript prints it, literals widened: `number`, not `10`. */
  readonly type: string;
}

/** @throws UserError for an unknown name or a value of another type, with those that fit */
export function setParameters(notebook: Notebook, values: ParameterValues, file: string): Notebook {
  const cells = notebook.cells.filter((cell) => !tagsOf(cell).includes(INJECTED));
  if (Object.keys(values).length === 0) return { ...notebook, cells };
  const at = cells.findIndex((cell) => isCode(cell) && tagsOf(cell).includes(TAG));
  if (at < 0) {
    throw new UserError(
      `${file} has no cell tagged "${TAG}", and so takes no parameters.`,
      'Tag the cell that declares them (in JupyterLab: the property inspector), or leave -p out.',
    );
  }
  const source = textOf(cells[at]!.source);
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
        `let ${parameter.name}: ${parameter.type} = ${literal(source, parameter, values[parameter.name]!, file)};`,
    );
  return {
    ...notebook,
    cells: [...cells.slice(0, at + 1), injected(lines.join('\n')), ...cells.slice(at + 1)],
  };
}

/** Parameters of a notebook with their types, for --help and errors. */
export function listParameters(notebook: Notebook): Parameter[] {
  const cell = notebook.cells.find((c): c is CodeCell => isCode(c) && tagsOf(c).includes(TAG));
  return cell ? parametersOf(textOf(cell.source)) : [];
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

function parametersOf(source: string): Parameter[] {
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
function literal(source: string, { name, type }: Parameter, text: string, file: string): string {
  const candidates = [...(isJson(text) ? [text] : []), JSON.stringify(text)];
  const fitting = candidates.find((candidate) => fits(source, type, candidate));
  if (fitting === undefined)
    throw new UserError(
      `${file}: the parameter ${name} takes ${type}, and ${text} is none.`,
      `Give ${/^".*"$/.test(type) ? 'one of these words' : `a value of the type ${type}`}.`,
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

function fits(source: string, type: string, value: string): boolean {
  const { file, diagnostics } = program(`${source}\n;const __value: ${type} = ${value};`);
  const last = file.statements.at(-1)!;
  return !diagnostics.some((d) => d.start !== undefined && d.start >= last.getFullStart());
}

const NAME = 'parameters.ts';
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  types: [],
  noEmit: true,
};
const libraries = new Map<string, ts.SourceFile | undefined>();

/** A program of the one cell and the standard library, which is read once. */
function program(source: string) {
  const file = ts.createSourceFile(NAME, source, ts.ScriptTarget.ES2022, true);
  const host = ts.createCompilerHost(OPTIONS);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) => {
    if (name === NAME) return file;
    if (!libraries.has(name)) libraries.set(name, read(name, version));
    return libraries.get(name);
  };
  const made = ts.createProgram([NAME], OPTIONS, host);
  return {
    file,
    checker: made.getTypeChecker(),
    diagnostics: [...made.getSyntacticDiagnostics(file), ...made.getSemanticDiagnostics(file)],
  };
}
