/** Completion and inspection at a cursor, with the types of earlier cells and imported modules. */
import ts from 'typescript';
import type { Completions } from '../types.js';
import { bindBehind, parseCell } from './compile.js';
import { namedModules } from './imports.js';
import { internal, type BoundFile, type CompletionEntry } from './typescript.js';
import type { Workspace } from './workspace.js';

const MAX_MATCHES = 500;
const MAX_SIGNATURES = 60;
const SIGNATURE_FLAGS =
  ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

const never = { isCancellationRequested: () => false, throwIfCancellationRequested: () => undefined };

export function complete(
  source: string,
  cursor: number,
  earlier: BoundFile | undefined,
  workspace: Workspace,
): Completions {
  const { file, shift } = prepare(source, earlier, workspace);
  const start = cursor - /[\p{ID_Continue}$]*$/u.exec(source.slice(0, cursor))![0].length;
  const info = internal.Completions.getCompletionsAtPosition(
    languageHost(workspace),
    workspace.program,
    () => undefined,
    file,
    cursor + shift,
    { includeCompletionsWithInsertText: false, allowIncompleteCompletions: false },
    undefined,
    undefined,
    never,
    undefined,
    true,
  );
  const prefix = source.slice(start, cursor).toLowerCase();
  const entries = (info?.entries ?? [])
    .filter((e) => e.name.toLowerCase().startsWith(prefix))
    .sort((a, b) => a.sortText.localeCompare(b.sortText) || a.name.localeCompare(b.name))
    .slice(0, MAX_MATCHES);
  return {
    matches: entries.map((e) => e.name),
    start,
    end: cursor,
    details: entries.map((entry, i) => ({
      text: entry.name,
      type: entry.kind,
      ...(i < MAX_SIGNATURES ? signature(entry, file, workspace.checker) : {}),
    })),
  };
}

function signature(
  entry: CompletionEntry,
  file: ts.SourceFile,
  checker: ts.TypeChecker,
): { signature?: string } {
  if (!entry.symbol || (entry.symbol.flags & (ts.SymbolFlags.Value | ts.SymbolFlags.Alias)) === 0) return {};
  const isAlias = (entry.symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const symbol = isAlias ? checker.getAliasedSymbol(entry.symbol) : entry.symbol;
  return {
    signature: checker.typeToString(
      checker.getTypeOfSymbolAtLocation(symbol, file),
      undefined,
      SIGNATURE_FLAGS,
    ),
  };
}

export function inspectAt(
  source: string,
  cursor: number,
  detail: 0 | 1,
  earlier: BoundFile | undefined,
  workspace: Workspace,
): { signature: string; documentation: string } | null {
  const { file, shift } = prepare(source, earlier, workspace);
  const { checker } = workspace;
  const node = nameAt(file, cursor + shift);
  const symbol = node && checker.getSymbolAtLocation(node);
  if (!node || !symbol) return null;
  const display = internal.SymbolDisplay.getSymbolDisplayPartsDocumentationAndSymbolKind(
    checker,
    symbol,
    file,
    node.parent,
    node,
  );
  const tags = (display.tags ?? []).map((tag) =>
    `@${tag.name} ${ts.displayPartsToString(tag.text)}`.trimEnd(),
  );
  const documentation = [
    ts.displayPartsToString(display.documentation),
    ...(detail === 1 ? [...tags, ...declaredAs(symbol)] : tags),
  ];
  return {
    signature: ts.displayPartsToString(display.displayParts),
    documentation: documentation.filter((d) => d !== '').join('\n'),
  };
}

/** The name under or before the cursor, or that of the call whose arguments the cursor is in. */
function nameAt(file: ts.SourceFile, position: number): ts.Node | undefined {
  for (const at of [position, position - 1]) {
    const node = internal.getTouchingPropertyName(file, Math.max(0, at));
    if ((ts.isIdentifier(node) && node.text !== '') || ts.isPrivateIdentifier(node)) return node;
  }
  const call = ts.findAncestor(
    internal.findPrecedingToken(position, file),
    (n) => (ts.isCallExpression(n) || ts.isNewExpression(n)) && n.expression.end <= position,
  );
  if (!call) return undefined;
  const { expression } = call as ts.CallExpression;
  return ts.isPropertyAccessExpression(expression) ? expression.name : expression;
}

/** The source of what was declared in a cell, for the second level of detail. */
function declaredAs(symbol: ts.Symbol): string[] {
  const declaration = symbol.declarations?.[0];
  return declaration && /[\\/]Cell\[/.test(declaration.getSourceFile().fileName)
    ? [declaration.getText()]
    : [];
}

function prepare(source: string, earlier: BoundFile | undefined, workspace: Workspace) {
  const parsed = parseCell(source, workspace.cellPath);
  const modules = namedModules(parsed.file);
  if (modules.size > 0) workspace.include(modules, '');
  bindBehind(parsed.file, earlier, workspace);
  return parsed;
}

/** What TypeScript asks of an editor, for completions of paths among others. */
function languageHost(workspace: Workspace): object {
  const { host, options } = workspace;
  return {
    ...host,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [],
    getScriptVersion: () => '0',
    getScriptSnapshot: () => undefined,
    readDirectory: ts.sys.readDirectory.bind(ts.sys),
    getDirectories: ts.sys.getDirectories.bind(ts.sys),
    directoryExists: ts.sys.directoryExists.bind(ts.sys),
  };
}
