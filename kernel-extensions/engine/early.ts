/**
 * Reads that might come before a `let`, `const` or `class` of the same cell is initialised. JavaScript throws there; a
 * property of the scope object would be undefined, or worse, an earlier cell's value. TypeScript refuses direct early
 * uses, so what is left are functions called too soon; only their reads are guarded, and only where a call comes first.
 */
import ts from 'typescript';
import { isReference } from './references.js';
import { isShared } from './scope.js';
import { boundNames } from './statements.js';

export class EarlyReads {
  /** Guarded names in the order of their flags. */
  readonly names: string[] = [];
  readonly #reads = new Set<ts.Node>();

  constructor(file: ts.SourceFile) {
    const ends = lexicalEnds(file);
    const firstCall = firstCallOf(file);
    for (const [name, end] of ends) if (firstCall >= end) ends.delete(name);
    if (ends.size > 0) this.#collect(file, ends, 0, false);
  }

  /** The flag that tells whether the name is alive, for a read that needs to know. */
  flagFor(node: ts.Identifier): string | undefined {
    return this.#reads.has(node) ? this.flag(node.text) : undefined;
  }

  flag(name: string): string | undefined {
    const index = this.names.indexOf(name);
    return index < 0 ? undefined : `$alive${index}$`;
  }

  #collect(node: ts.Node, ends: ReadonlyMap<string, number>, depth: number, hoisted: boolean): void {
    const isShorthandName = ts.isIdentifier(node) && ts.isShorthandPropertyAssignment(node.parent);
    if (depth > 0 && ts.isIdentifier(node) && ends.has(node.text) && (isReference(node) || isShorthandName)) {
      if ((hoisted || node.pos < ends.get(node.text)!) && isShared(node.text, node)) this.#add(node);
    }
    const inner = depth + (ts.isFunctionLike(node) || ts.isPropertyDeclaration(node) ? 1 : 0);
    ts.forEachChild(node, (child) => {
      if (!ts.isTypeNode(child) || ts.isExpressionWithTypeArguments(child))
        this.#collect(
          child,
          ends,
          inner,
          hoisted || (ts.isSourceFile(node) && ts.isFunctionDeclaration(child)),
        );
    });
  }

  #add(node: ts.Identifier): void {
    this.#reads.add(node);
    if (!this.names.includes(node.text)) this.names.push(node.text);
  }
}

function lexicalEnds(file: ts.SourceFile): Map<string, number> {
  const ends = new Map<string, number>();
  for (const statement of file.statements) {
    if (ts.isClassDeclaration(statement) && statement.name) ends.set(statement.name.text, statement.end);
    if (
      !ts.isVariableStatement(statement) ||
      (statement.declarationList.flags & ts.NodeFlags.BlockScoped) === 0
    )
      continue;
    for (const declaration of statement.declarationList.declarations) {
      for (const name of boundNames(declaration.name)) ends.set(name, declaration.end);
    }
  }
  return ends;
}

/** Where the cell's own level first calls anything; functions are not entered. */
function firstCallOf(node: ts.Node): number {
  if (ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isTaggedTemplateExpression(node))
    return node.pos;
  if (ts.isAwaitExpression(node) || ts.isForOfStatement(node)) return node.pos;
  let first = Infinity;
  ts.forEachChild(node, (child) => {
    if (first === Infinity && !ts.isFunctionLike(child)) first = firstCallOf(child);
  });
  return first;
}
