/** What an identifier stands for by its place in the syntax. */
import ts from 'typescript';

/** Whether an identifier is read or written here, rather than declared, a label or the name of a property. */
export function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) || ts.isMetaProperty(parent)) return parent.name !== node;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) return false;
  if (ts.isBindingElement(parent) || ts.isVariableDeclaration(parent) || ts.isParameter(parent))
    return parent.initializer === node;
  if (ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) return parent.initializer === node;
  if (ts.isShorthandPropertyAssignment(parent)) return parent.objectAssignmentInitializer === node;
  return !((ts.isFunctionLike(parent) && !ts.isArrowFunction(parent)) || ts.isClassLike(parent));
}

/** Whether the expression is called or tags a template, possibly in parentheses or under a type assertion. */
export function isCallee(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent) || ts.isAsExpression(parent))
    return isCallee(parent);
  if (ts.isSatisfiesExpression(parent) || ts.isExpressionWithTypeArguments(parent)) return isCallee(parent);
  return (
    (ts.isCallExpression(parent) && parent.expression === node) ||
    (ts.isTaggedTemplateExpression(parent) && parent.tag === node)
  );
}

/** Functions and classes that take the name of the variable that they are assigned to. */
export function isAnonymousDefinition(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return isAnonymousDefinition(node.expression);
  return (
    ts.isArrowFunction(node) || ((ts.isFunctionExpression(node) || ts.isClassExpression(node)) && !node.name)
  );
}
