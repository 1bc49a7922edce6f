/** From a cell's TypeScript to JavaScript, or to the errors that block it. */
import ts from 'typescript';
import { blankSourceFile } from 'ts-blank-space';
import type { ToOriginal } from './edits.js';
import { augmentations, namedModules, staticImports, type StaticImport } from './imports.js';
import { bindingOf, CONTEXT, rewrite } from './rewrite.js';
import { needsLowering, transpile } from './transpile.js';
import { internal, isValue, type BoundFile } from './typescript.js';
import type { Workspace } from './workspace.js';

/** An error in a cell or in a local file that it imports (then `file` is its path). */
export interface CellDiagnostic {
  readonly code: number;
  readonly message: string;
  readonly syntax: boolean;
  /** Offset into the cell's source (or the file's). */
  readonly start: number;
  readonly length: number;
  readonly file?: ts.SourceFile;
}

export interface Compiled {
  readonly code: string;
  readonly isAsync: boolean;
  readonly imports: readonly StaticImport[];
  /** The cell with its symbols, to be put in front of the next one. */
  readonly file: BoundFile;
  readonly declared: readonly DeclaredName[];
  /** From an offset in `code` to one in the cell's source. */
  readonly toSource: ToOriginal;
}

export interface DeclaredName {
  readonly name: string;
  /** How it comes to life: at its statement, at the cell's start, or as an import. */
  readonly kind: 'lexical' | 'function' | 'var' | 'merged' | 'import' | 'type';
}

/** A cell as parsed: `{a: 1}` on its own is an object, not a block with a label. */
export interface ParsedCell {
  readonly file: BoundFile;
  /** What to add to an offset in the source to find it in the file. */
  readonly shift: number;
}

export function parseCell(source: string, path: string): ParsedCell {
  if (/^\s*\{/.test(source)) {
    const file = parse(`(${source.replace(/[;\s]*$/, '')}\n)`, path);
    if (file.parseDiagnostics.length === 0 && isObject(file)) return { file, shift: 1 };
  }
  return { file: parse(source, path), shift: 0 };
}

function isObject(file: ts.SourceFile): boolean {
  const [only, ...more] = file.statements;
  if (!only || more.length > 0 || !ts.isExpressionStatement(only)) return false;
  return (
    ts.isParenthesizedExpression(only.expression) && ts.isObjectLiteralExpression(only.expression.expression)
  );
}

function parse(text: string, path: string): BoundFile {
  const options: ts.CreateSourceFileOptions = {
    languageVersion: ts.ScriptTarget.ESNext,
    impliedNodeFormat: ts.ModuleKind.ESNext,
    setExternalModuleIndicator: (file) => {
      (file as BoundFile).externalModuleIndicator = true;
    },
  };
  const file = ts.createSourceFile(path, text, options, true, ts.ScriptKind.TS) as BoundFile;
  // a program gathers these for its files; messages that name a type of another module read them
  return Object.assign(file, { imports: [], moduleAugmentations: [], ambientModuleNames: [] });
}

/** Binds a cell behind the earlier ones, whose names it sees and may shadow. */
export function bindBehind(file: BoundFile, earlier: BoundFile | undefined, workspace: Workspace): void {
  workspace.adopt(file);
  internal.bindSourceFile(file, workspace.options);
  if (earlier) file.parent = earlier;
}

export function compile(
  source: string,
  name: string,
  earlier: BoundFile | undefined,
  workspace: Workspace,
): { readonly errors: readonly CellDiagnostic[] } | Compiled {
  const { file, shift } = parseCell(source, workspace.cellPath.replace('cell.mts', `${name}.mts`));
  const toDiagnostic = (d: ts.Diagnostic) => diagnose(d, file, shift);
  if (file.parseDiagnostics.length > 0) {
    return { errors: file.parseDiagnostics.map(toDiagnostic).sort((a, b) => a.start - b.start) };
  }

  const modules = namedModules(file);
  const augmentation = augmentations(file);
  if (modules.size > 0 || augmentation !== '') workspace.include(modules, augmentation);
  bindBehind(file, earlier, workspace);
  const errors = workspace.program
    .getSemanticDiagnostics(file)
    .filter((d) => blocks(d) && !isAssignedLater(d, file))
    .map(toDiagnostic);
  if (errors.length > 0) return { errors };

  const generated = generate(file, earlier, shift, workspace);
  assumeAssigned(file);
  return {
    imports: staticImports(file, workspace.checker),
    file,
    declared: declaredNames(file),
    ...generated,
  };
}

/** Implicit `any` never blocks a cell, nor do Node's demands on file endings, which the kernel resolves itself. */
function blocks(diagnostic: ts.Diagnostic): boolean {
  const implicitAny = diagnostic.code >= 7005 && diagnostic.code <= 7057;
  return (
    diagnostic.category === ts.DiagnosticCategory.Error &&
    !implicitAny &&
    ![1543, 2834, 2835].includes(diagnostic.code)
  );
}

/** A function may read a variable that a later cell assigns: `let f: F; const g = () => f()`. */
function isAssignedLater(diagnostic: ts.Diagnostic, file: ts.SourceFile): boolean {
  if (diagnostic.code !== 2454 || diagnostic.start === undefined) return false;
  const isFunction = (n: ts.Node) =>
    ts.isFunctionLike(n) && n.pos <= diagnostic.start! && n.end > diagnostic.start!;
  const find = (n: ts.Node): boolean =>
    isFunction(n) || (ts.forEachChild(n, (c) => find(c) || undefined) ?? false);
  return find(file);
}

/** What a cell declares without a value counts as assigned in the cells after it. */
function assumeAssigned(file: ts.SourceFile): void {
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const declaration of statement.declarationList.declarations) {
      if (declaration.initializer || declaration.exclamationToken) continue;
      Object.assign(declaration, {
        exclamationToken: ts.factory.createToken(ts.SyntaxKind.ExclamationToken),
      });
    }
  }
}

function diagnose(d: ts.Diagnostic, cell: ts.SourceFile, shift: number): CellDiagnostic {
  const own = d.file === undefined || d.file === cell;
  return {
    code: d.code,
    message: ts.flattenDiagnosticMessageText(d.messageText, '\n'),
    syntax: d.code < 2000,
    start: Math.max(0, (d.start ?? 0) - (own ? shift : 0)),
    length: d.length ?? 0,
    ...(own ? {} : { file: d.file! }),
  };
}

function generate(file: BoundFile, earlier: BoundFile | undefined, shift: number, workspace: Workspace) {
  let erasable = !needsLowering(file);
  const blanked = blankSourceFile(file, () => {
    erasable = false;
  });
  let body = file;
  let toFile: ToOriginal = (offset) => offset;
  if (!erasable) {
    const plain = transpile(file);
    body = parse(plain.text, file.fileName);
    toFile = plain.toOriginal;
    bindBehind(body, earlier, workspace);
  }
  const { edits, functions, shared, flags, isAsync } = rewrite(body);
  const edited = edits.apply(erasable ? blanked : body.text);
  const hoisted = functions.map((f) => `${bindingOf(f)}.v=${f};`).join('');
  const guards = flags.length > 0 ? `let ${flags.map((f) => `${f}=false`).join()};` : '';
  const bindings = [...shared]
    .map((name) => `,${bindingOf(name)}=${CONTEXT}.binding(${JSON.stringify(name)})`)
    .join('');
  const head = `"use strict";const ${CONTEXT}=__tslab__.cell${bindings};require=${CONTEXT}.require;${guards}${hoisted}`;
  const toSource = (offset: number) => toFile(edited.toOriginal(offset - head.length)) - shift;
  return { code: head + edited.text, isAsync, toSource };
}

function declaredNames(file: BoundFile): DeclaredName[] {
  return [...file.locals].map(([key, symbol]) => ({
    name: ts.unescapeLeadingUnderscores(key),
    kind: kindOf(symbol),
  }));
}

function kindOf(symbol: ts.Symbol): DeclaredName['kind'] {
  const { flags } = symbol;
  const F = ts.SymbolFlags;
  const target = (symbol as { exportSymbol?: ts.Symbol }).exportSymbol?.flags ?? flags;
  if (flags & F.Alias) return 'import';
  if (target & (F.Enum | F.ValueModule)) return 'merged';
  if (target & F.Function) return 'function';
  if (target & (F.BlockScopedVariable | F.Class)) return 'lexical';
  return isValue(symbol) ? 'var' : 'type';
}
