/** What a statement is to the cell. */
import ts from 'typescript';

/** Statements of a list may lose the line break that ended them; others keep their place in a larger statement. */
export function isListed(node: ts.Node): node is ts.Statement {
  const { parent } = node;
  return (
    ts.isStatement(node) &&
    (ts.isBlock(parent) || ts.isCaseOrDefaultClause(parent) || ts.isModuleBlock(parent))
  );
}

/** Interfaces, type aliases, `declare`d things and overload signatures leave no code. */
export function isTypeOnly(node: ts.Statement): boolean {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isFunctionDeclaration(node) && !node.body) return true;
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some((m) => m.kind === ts.SyntaxKind.DeclareKeyword)
  );
}

/** The names that a statement of the cell's own brings to life when it is done. */
export function namesAlive(node: ts.Statement): string[] {
  if (isTypeOnly(node)) return [];
  if (ts.isClassDeclaration(node)) return node.name ? [node.name.text] : [];
  if (!ts.isVariableStatement(node)) return [];
  return node.declarationList.declarations.flatMap((d) => boundNames(d.name));
}

export function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((e) => (ts.isOmittedExpression(e) ? [] : boundNames(e.name)));
}

/** Where `function`, `async` or `class` stands, behind `export`, `default` and `abstract`. */
export function declarationStart(node: ts.FunctionDeclaration | ts.ClassDeclaration): number {
  const dropped = [ts.SyntaxKind.ExportKeyword, ts.SyntaxKind.DefaultKeyword, ts.SyntaxKind.AbstractKeyword];
  const last = ts.getModifiers(node)?.findLast((m) => dropped.includes(m.kind));
  return last ? last.end : node.getStart();
}
