/** TypeScript and JavaScript into the common tree, by TypeScript's own parser. */
import ts from 'typescript';
import type { Node, Param, Program, Span } from './tree.js';

export function parseTypeScript(code: string): Program {
  const file = ts.createSourceFile('strategy.ts', code, ts.ScriptTarget.ES2022, true, ts.ScriptKind.TS);
  const reader = new Reader(file);
  // parseDiagnostics is not in the public type, yet is what transpileModule reports as syntax errors.
  const errors = (file as unknown as { parseDiagnostics: readonly unknown[] }).parseDiagnostics;
  return { body: reader.block(file.statements, file), valid: errors.length === 0 };
}

const OPERATORS: Readonly<Record<string, string>> = { '===': '==', '!==': '!=', '??': '||' };

class Reader {
  constructor(private readonly file: ts.SourceFile) {}

  block(statements: readonly ts.Node[], at: ts.Node): Node {
    return { kind: 'block', body: statements.map((s) => this.node(s)), ...this.span(at) };
  }

  private span(node: ts.Node): Span {
    const start = node.getStart(this.file);
    return {
      line: this.file.getLineAndCharacterOfPosition(start).line + 1,
      start,
      end: node.getEnd(),
    };
  }

  private other(node: ts.Node): Node {
    const parts: Node[] = [];
    ts.forEachChild(node, (child) => {
      if (!ts.isTypeNode(child) && !ts.isTypeParameterDeclaration(child)) parts.push(this.node(child));
    });
    return { kind: 'other', parts, ...this.span(node) };
  }

  private node(node: ts.Node): Node {
    return this.expression(node) ?? this.statement(node) ?? this.other(node);
  }

  private expression(node: ts.Node): Node | null {
    const span = this.span(node);
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isTypeAssertionExpression(node)
    ) {
      return this.node(node.expression);
    }
    if (ts.isNumericLiteral(node)) return { kind: 'number', value: Number(node.text), ...span };
    if (ts.isStringLiteralLike(node)) return { kind: 'string', value: node.text, ...span };
    if (ts.isIdentifier(node)) return { kind: 'name', name: node.text, ...span };
    if (ts.isPropertyAccessExpression(node)) {
      return { kind: 'member', object: this.node(node.expression), name: node.name.text, ...span };
    }
    if (ts.isElementAccessExpression(node)) return this.element(node, span);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const args = (node.arguments ?? []).map((a) => this.node(a));
      return { kind: 'call', callee: this.node(node.expression), args, named: [], ...span };
    }
    if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return this.unary(node, span);
    if (ts.isBinaryExpression(node)) return this.binary(node, span);
    if (ts.isConditionalExpression(node)) {
      return {
        kind: 'choice',
        test: this.node(node.condition),
        then: this.node(node.whenTrue),
        otherwise: this.node(node.whenFalse),
        ...span,
      };
    }
    if (ts.isArrayLiteralExpression(node)) {
      return { kind: 'list', items: node.elements.map((e) => this.node(e)), ...span };
    }
    if (ts.isSpreadElement(node)) return { kind: 'spread', value: this.node(node.expression), ...span };
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)) {
      return this.function(node, span);
    }
    return null;
  }

  /** `df['close']` is the member `df.close`. */
  private element(node: ts.ElementAccessExpression, span: Span): Node {
    const object = this.node(node.expression);
    const key = node.argumentExpression;
    if (ts.isStringLiteralLike(key)) return { kind: 'member', object, name: key.text, ...span };
    return { kind: 'index', object, at: this.node(key), ...span };
  }

  private unary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression, span: Span): Node {
    const op = ts.tokenToString(node.operator) ?? '';
    const operand = this.node(node.operand);
    if (op !== '++' && op !== '--') return { kind: 'unary', op, operand, ...span };
    const one: Node = { kind: 'number', value: 1, ...span };
    return {
      kind: 'assign',
      op: op === '++' ? '+=' : '-=',
      target: operand,
      value: one,
      declares: false,
      ...span,
    };
  }

  private binary(node: ts.BinaryExpression, span: Span): Node {
    const written = node.operatorToken.getText(this.file);
    const left = this.node(node.left);
    const right = this.node(node.right);
    const kind = node.operatorToken.kind;
    if (kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment) {
      return { kind: 'assign', op: written, target: left, value: right, declares: false, ...span };
    }
    if (kind === ts.SyntaxKind.CommaToken) return { kind: 'other', parts: [left, right], ...span };
    return { kind: 'binary', op: OPERATORS[written] ?? written, left, right, ...span };
  }

  private function(
    node: ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration,
    span: Span,
  ): Node {
    const params: Param[] = node.parameters.map((p) => ({
      name: ts.isIdentifier(p.name) ? p.name.text : '',
      value: p.initializer ? this.node(p.initializer) : null,
    }));
    const body = node.body ? this.node(node.body) : this.block([], node);
    return { kind: 'function', name: node.name?.text ?? null, params, body, ...span };
  }

  private statement(node: ts.Node): Node | null {
    const span = this.span(node);
    if (ts.isBlock(node)) return this.block(node.statements, node);
    if (ts.isExpressionStatement(node)) return this.node(node.expression);
    if (ts.isVariableStatement(node)) return this.declarations(node.declarationList, span);
    if (ts.isVariableDeclarationList(node)) return this.declarations(node, span);
    if (ts.isIfStatement(node)) {
      return {
        kind: 'if',
        test: this.node(node.expression),
        then: this.node(node.thenStatement),
        otherwise: node.elseStatement ? this.node(node.elseStatement) : null,
        ...span,
      };
    }
    if (ts.isForStatement(node)) return this.counting(node, span) ?? this.other(node);
    if (ts.isForOfStatement(node)) {
      const target = ts.isVariableDeclarationList(node.initializer)
        ? this.bound(node.initializer.declarations[0]!.name)
        : this.node(node.initializer);
      return {
        kind: 'each',
        target,
        over: this.node(node.expression),
        body: this.node(node.statement),
        ...span,
      };
    }
    if (ts.isWhileStatement(node) || ts.isDoStatement(node)) {
      return { kind: 'while', test: this.node(node.expression), body: this.node(node.statement), ...span };
    }
    if (ts.isReturnStatement(node)) {
      return { kind: 'return', value: node.expression ? this.node(node.expression) : null, ...span };
    }
    // Types and interfaces hold no behaviour.
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
      return { kind: 'other', parts: [], ...span };
    }
    return null;
  }

  private declarations(list: ts.VariableDeclarationList, span: Span): Node {
    const body = list.declarations.flatMap((d): Node[] => {
      if (!d.initializer) return [];
      const value = this.node(d.initializer);
      return [
        { kind: 'assign', op: '=', target: this.bound(d.name), value, declares: true, ...this.span(d) },
      ];
    });
    return body.length === 1 ? body[0]! : { kind: 'block', body, ...span };
  }

  /** A name, or a list of the names in a pattern. */
  private bound(name: ts.BindingName): Node {
    if (ts.isIdentifier(name)) return this.node(name);
    const items = name.elements.flatMap((e) => (ts.isBindingElement(e) ? [this.bound(e.name)] : []));
    return { kind: 'list', items, ...this.span(name) };
  }

  /** `for (let i = a; i < b; i++)` and its mirror; anything else is left to `other`. */
  private counting(node: ts.ForStatement, span: Span): Node | null {
    const list = node.initializer;
    let test = node.condition;
    // `k <= 5 && i + k < n`: the first bound is one.
    while (
      test &&
      ts.isBinaryExpression(test) &&
      test.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
    ) {
      test = test.left;
    }
    const step = node.incrementor ? this.node(node.incrementor) : null;
    if (!list || !ts.isVariableDeclarationList(list) || !test || !ts.isBinaryExpression(test)) return null;
    const first = list.declarations[0];
    if (!first?.initializer || !ts.isIdentifier(first.name)) return null;
    const op = test.operatorToken.getText(this.file);
    // `i + 5 < n` counts i as well; its bound is then a little generous.
    const variable = first.name.text;
    if (!/^[<>]=?$/.test(op) || !new RegExp(`^${variable}\\b`).test(test.left.getText(this.file)))
      return null;
    if (step?.kind !== 'assign' || (step.op !== '+=' && step.op !== '-=')) return null;
    const extra = list.declarations.slice(1).map((d) => this.node(d));
    const loop: Node = {
      kind: 'for',
      variable,
      from: this.node(first.initializer),
      to: this.node(test.right),
      inclusive: op.endsWith('='),
      step: step.op === '+=' ? 1 : -1,
      body: this.node(node.statement),
      ...span,
    };
    return extra.length === 0 ? loop : { kind: 'block', body: [...extra, loop], ...span };
  }
}
