/** Which names of a cell are shared between cells. */
import ts from 'typescript';
import { isValue, localSymbol, type BoundFile } from './typescript.js';

/** Whether `name`, used at `node`, means a top-level name of this cell or an earlier one. */
export function isShared(name: string, node: ts.Node): boolean {
  let child = node;
  for (let at = node.parent; !ts.isSourceFile(at); child = at, at = at.parent) {
    if ((ts.isFunctionExpression(at) || ts.isClassLike(at)) && at.name?.text === name && at.name !== node)
      return false;
    const symbol = localSymbol(at, name);
    if (symbol && isValue(symbol) && !(ts.isParameter(child) && isOnlyInBody(symbol))) return false;
  }
  for (
    let file = node.getSourceFile() as BoundFile | undefined;
    file;
    file = file.parent as BoundFile | undefined
  ) {
    const symbol = localSymbol(file, name);
    if (symbol && isValue(symbol)) return !isAmbient(symbol);
  }
  return false;
}

/** `function f(a = x) { var x }`: the default sees the outer x. */
function isOnlyInBody(symbol: ts.Symbol): boolean {
  return symbol.declarations?.every((d) => !isParameterPart(d)) ?? false;
}

function isParameterPart(declaration: ts.Declaration): boolean {
  return ts.findAncestor(declaration, (n) => (ts.isBlock(n) ? 'quit' : ts.isParameter(n))) !== undefined;
}

/** `declare const x` names a global that exists already. */
function isAmbient(symbol: ts.Symbol): boolean {
  return (
    symbol.declarations?.every((d) => (ts.getCombinedModifierFlags(d) & ts.ModifierFlags.Ambient) !== 0) ??
    false
  );
}
