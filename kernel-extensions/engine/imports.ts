/** What a cell imports: read from its syntax, for the program and for the linker. */
import ts from 'typescript';
import { localSymbol, type BoundFile } from './typescript.js';

/** A static import: the module and the names that it binds; `*` is the namespace. */
export interface StaticImport {
  readonly specifier: string;
  readonly bindings: readonly { readonly local: string; readonly imported: string }[];
}

/** Every module named in the text, typed or not, dynamic ones with a literal included. */
export function namedModules(file: ts.SourceFile): Set<string> {
  return new Set(ts.preProcessFile(file.text, true, true).importedFiles.map((f) => f.fileName));
}

/** `declare global` and `declare module 'x'` blocks, which belong to the program rather than to the cell. */
export function augmentations(file: ts.SourceFile): string {
  return file.statements
    .filter(
      (s) =>
        ts.isModuleDeclaration(s) &&
        (ts.isStringLiteral(s.name) || (s.flags & ts.NodeFlags.GlobalAugmentation) !== 0),
    )
    .map((s) => s.getText())
    .join('\n');
}

/** The imports that exist at run time; those of types alone are left out. */
export function staticImports(file: BoundFile, checker: ts.TypeChecker): StaticImport[] {
  const found: StaticImport[] = [];
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier && !statement.isTypeOnly)
      found.push({ specifier: textOf(statement.moduleSpecifier), bindings: [] });
    if (!ts.isImportDeclaration(statement)) continue;
    const clause = statement.importClause;
    const bindings = clause
      ? bindingsOf(clause).filter(({ local }) => isRuntimeImport(file, local, checker))
      : [];
    if (clause && bindings.length === 0) continue;
    found.push({ specifier: textOf(statement.moduleSpecifier), bindings });
  }
  return found;
}

function bindingsOf(clause: ts.ImportClause): { local: string; imported: string }[] {
  if (clause.isTypeOnly) return [];
  const bindings = clause.name ? [{ local: clause.name.text, imported: 'default' }] : [];
  const named = clause.namedBindings;
  if (named && ts.isNamespaceImport(named)) bindings.push({ local: named.name.text, imported: '*' });
  if (named && ts.isNamedImports(named)) {
    for (const element of named.elements) {
      if (!element.isTypeOnly)
        bindings.push({ local: element.name.text, imported: (element.propertyName ?? element.name).text });
    }
  }
  return bindings;
}

/** An import of unknown type is taken for a value. */
function isRuntimeImport(file: BoundFile, local: string, checker: ts.TypeChecker): boolean {
  const symbol = localSymbol(file, local);
  if (!symbol || (symbol.flags & ts.SymbolFlags.Alias) === 0) return false;
  const target = checker.getAliasedSymbol(symbol);
  return target.escapedName === 'unknown' || (target.flags & ts.SymbolFlags.Value) !== 0;
}

function textOf(specifier: ts.Expression): string {
  return (specifier as ts.StringLiteral).text;
}
