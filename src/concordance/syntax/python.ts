/** Python into the common tree, by Lezer's parser in JavaScript, so that no Python is needed to read a strategy. */
import { parser } from '@lezer/python';
import type { Node, Param, Program, Span } from './tree.js';

type SyntaxNode = ReturnType<typeof parser.parse>['topNode'];

export function parsePython(code: string): Program {
  const tree = parser.parse(code);
  let valid = true;
  tree.iterate({
    enter: (n) => {
      if (n.type.isError) valid = false;
    },
  });
  return { body: new Reader(code).node(tree.topNode), valid };
}

const OPERATORS: Readonly<Record<string, string>> = {
  and: '&&',
  or: '||',
  not: '!',
  is: '==',
  '&': '&&',
  '|': '||',
  '~': '!',
  '<>': '!=',
};
const COMPARISONS = new Set(['<', '>', '<=', '>=', '==', '!=']);

class Reader {
  private readonly lineStarts: number[] = [0];

  constructor(private readonly code: string) {
    for (let i = 0; i < code.length; i++) if (code[i] === '\n') this.lineStarts.push(i + 1);
  }

  private text(node: SyntaxNode): string {
    return this.code.slice(node.from, node.to);
  }

  private span(node: SyntaxNode): Span {
    let low = 0;
    let high = this.lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lineStarts[middle]! <= node.from) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, start: node.from, end: node.to };
  }

  private other(node: SyntaxNode, children = significant(node)): Node {
    return { kind: 'other', parts: children.map((c) => this.node(c)), ...this.span(node) };
  }

  node(node: SyntaxNode): Node {
    const span = this.span(node);
    switch (node.name) {
      case 'Script':
      case 'Body':
      case 'StatementGroup':
        return { kind: 'block', body: significant(node).map((c) => this.node(c)), ...span };
      case 'Number':
        return { kind: 'number', value: Number(this.text(node).replaceAll('_', '')), ...span };
      case 'String':
        return {
          kind: 'string',
          value: this.text(node).replace(/^\w*(['"]{3}|['"])|(['"]{3}|['"])$/g, ''),
          ...span,
        };
      case 'VariableName':
        return { kind: 'name', name: this.text(node), ...span };
      case 'Boolean':
      case 'None':
        return { kind: 'name', name: this.text(node), ...span };
      case 'ParenthesizedExpression':
      case 'ExpressionStatement': {
        const inner = significant(node);
        return inner.length === 1 ? this.node(inner[0]!) : this.other(node, inner);
      }
      case 'MemberExpression':
        return this.member(node, span);
      case 'CallExpression':
        return this.call(node, span);
      case 'UnaryExpression': {
        const [op, operand] = children(node);
        return {
          kind: 'unary',
          op: OPERATORS[this.text(op!)] ?? this.text(op!),
          operand: this.node(operand!),
          ...span,
        };
      }
      case 'BinaryExpression':
        return this.binary(node, span);
      case 'ConditionalExpression': {
        const [then, test, otherwise] = significant(node);
        if (!then || !test || !otherwise) return this.other(node);
        return {
          kind: 'choice',
          test: this.node(test),
          then: this.node(then),
          otherwise: this.node(otherwise),
          ...span,
        };
      }
      case 'ArrayExpression':
      case 'TupleExpression':
      case 'SetExpression':
        return { kind: 'list', items: significant(node).map((c) => this.node(c)), ...span };
      case 'LambdaExpression':
      case 'FunctionDefinition':
        return this.function(node, span);
      case 'ArrayComprehensionExpression':
      case 'ComprehensionExpression':
        return this.comprehension(node, span);
      case 'AssignStatement':
        return this.assign(node, span);
      case 'UpdateStatement': {
        const [target, op, value] = children(node);
        if (!target || !op || !value) return this.other(node);
        return {
          kind: 'assign',
          op: this.text(op),
          target: this.node(target),
          value: this.node(value),
          declares: false,
          ...span,
        };
      }
      case 'IfStatement':
        return this.conditional(children(node), span);
      case 'ForStatement':
        return this.loop(node, span);
      case 'WhileStatement': {
        const [test, body] = significant(node);
        if (!test || !body) return this.other(node);
        return { kind: 'while', test: this.node(test), body: this.node(body), ...span };
      }
      case 'ReturnStatement': {
        const values = significant(node).map((c) => this.node(c));
        const value: Node | null =
          values.length > 1 ? { kind: 'list', items: values, ...span } : (values[0] ?? null);
        return { kind: 'return', value, ...span };
      }
      case 'ImportStatement':
      case 'Comment':
        return { kind: 'other', parts: [], ...span };
      default:
        return this.other(node);
    }
  }

  /** `df['Close']` is the member `df.Close`, and so is `df.loc[:, 'Close']`. */
  private member(node: SyntaxNode, span: Span): Node {
    const all = children(node);
    const object = this.node(all[0]!);
    if (all[1]?.name === '.') {
      return { kind: 'member', object, name: all[2] ? this.text(all[2]) : '', ...span };
    }
    const inside = all.slice(2).filter((c) => c.name !== ']');
    if (inside.length === 1 && inside[0]!.name === 'String') {
      return { kind: 'member', object, name: (this.node(inside[0]!) as { value: string }).value, ...span };
    }
    const axes = splitAt(inside, ',').map((axis) => this.axis(axis, span));
    if (
      axes.length === 2 &&
      axes[1]?.kind === 'string' &&
      axes[0]?.kind === 'slice' &&
      !axes[0].from &&
      !axes[0].to
    ) {
      return { kind: 'member', object, name: axes[1].value, ...span };
    }
    const at: Node = axes.length === 1 ? axes[0]! : { kind: 'list', items: axes, ...span };
    return { kind: 'index', object, at, ...span };
  }

  private axis(nodes: readonly SyntaxNode[], span: Span): Node {
    if (!nodes.some((n) => n.name === ':')) {
      return nodes.length === 1
        ? this.node(nodes[0]!)
        : { kind: 'other', parts: nodes.map((n) => this.node(n)), ...span };
    }
    const [from, to, step] = splitAt(nodes, ':').map((part) => (part[0] ? this.node(part[0]) : null));
    return { kind: 'slice', from: from ?? null, to: to ?? null, step: step ?? null, ...span };
  }

  private call(node: SyntaxNode, span: Span): Node {
    const [callee, list] = children(node);
    const args: Node[] = [];
    const named: Param[] = [];
    for (const part of splitAt(list ? children(list).slice(1, -1) : [], ',')) {
      const value = part[part.length - 1];
      if (!value) continue;
      if (part.length === 3 && part[1]!.name === 'AssignOp') {
        named.push({ name: this.text(part[0]!), value: this.node(value) });
      } else {
        args.push(
          part.length > 1 && /^\*/.test(part[0]!.name)
            ? { kind: 'spread', value: this.node(value), ...span }
            : this.node(value),
        );
      }
    }
    return { kind: 'call', callee: this.node(callee!), args, named, ...span };
  }

  /** `a < b < c` is `a < b && b < c`. */
  private binary(node: SyntaxNode, span: Span): Node {
    const all = children(node);
    const left = this.node(all[0]!);
    const right = this.node(all[all.length - 1]!);
    const written = all
      .slice(1, -1)
      .map((c) => this.text(c))
      .join(' ');
    const op = written === 'is not' ? '!=' : (OPERATORS[written] ?? written);
    if (COMPARISONS.has(op) && all[0]!.name === 'BinaryExpression' && left.kind === 'binary') {
      const tail = left.op === '&&' ? left.right : left;
      if (tail.kind === 'binary' && COMPARISONS.has(tail.op)) {
        const next: Node = { kind: 'binary', op, left: tail.right, right, ...span };
        return { kind: 'binary', op: '&&', left, right: next, ...span };
      }
    }
    return { kind: 'binary', op, left, right, ...span };
  }

  private function(node: SyntaxNode, span: Span): Node {
    const all = children(node);
    const list = all.find((c) => c.name === 'ParamList');
    const name = node.name === 'FunctionDefinition' ? all.find((c) => c.name === 'VariableName') : undefined;
    const params = splitAt(
      (list ? children(list) : []).filter((c) => !'()'.includes(c.name)),
      ',',
    ).flatMap((part): Param[] => {
      const variable = part.find((c) => c.name === 'VariableName');
      if (!variable) return [];
      const assign = part.findIndex((c) => c.name === 'AssignOp');
      const value = assign >= 0 ? part[assign + 1] : undefined;
      return [{ name: this.text(variable), value: value ? this.node(value) : null }];
    });
    return {
      kind: 'function',
      name: name ? this.text(name) : null,
      params,
      body: this.node(all[all.length - 1]!),
      ...span,
    };
  }

  /** `[f(x) for x in xs if p(x)]` is a loop whose body is `f(x)`. */
  private comprehension(node: SyntaxNode, span: Span): Node {
    const inside = children(node).filter((c) => !'[](){}'.includes(c.name) && c.name !== 'async');
    const at = inside.findIndex((c) => c.name === 'for');
    const over = inside.findIndex((c, i) => i > at && c.name === 'in');
    const value = inside[0];
    if (at < 0 || over < 0 || !value) return this.other(node);
    const rest = inside.slice(over + 2).filter((c) => !KEYWORDS.has(c.name));
    const body: Node = { kind: 'block', body: [this.node(value), ...rest.map((c) => this.node(c))], ...span };
    const target = this.targets(inside.slice(at + 1, over), span);
    return this.iterate(target, this.node(inside[over + 1]!), body, span);
  }

  private assign(node: SyntaxNode, span: Span): Node {
    const sides = splitAt(
      children(node).filter((c) => c.name !== 'TypeDef'),
      'AssignOp',
    );
    if (sides.length < 2) return this.other(node);
    const value = this.targets(sides[sides.length - 1]!, span);
    const assigned = sides.slice(0, -1).map((side): Node => ({
      kind: 'assign',
      op: '=',
      target: this.targets(side, span),
      value,
      declares: true,
      ...span,
    }));
    return assigned.length === 1 ? assigned[0]! : { kind: 'block', body: assigned, ...span };
  }

  private targets(nodes: readonly SyntaxNode[], span: Span): Node {
    const items = nodes.filter((n) => n.name !== ',').map((n) => this.node(n));
    return items.length === 1 ? items[0]! : { kind: 'list', items, ...span };
  }

  private conditional(all: readonly SyntaxNode[], span: Span): Node {
    const [, test, then, ...rest] = all;
    let otherwise: Node | null = null;
    if (rest[0]?.name === 'elif') otherwise = this.conditional(rest, span);
    else if (rest[0]?.name === 'else' && rest[1]) otherwise = this.node(rest[1]);
    if (!test || !then)
      return { kind: 'other', parts: all.filter(isSignificant).map((c) => this.node(c)), ...span };
    return { kind: 'if', test: this.node(test), then: this.node(then), otherwise, ...span };
  }

  private loop(node: SyntaxNode, span: Span): Node {
    const all = children(node);
    const at = all.findIndex((c) => c.name === 'in');
    const over = all[at + 1];
    const body = all.find((c) => c.name === 'Body');
    if (at < 0 || !over || !body) return this.other(node);
    const target = this.targets(
      all.slice(1, at).filter((c) => c.name !== 'for'),
      span,
    );
    return this.iterate(target, this.node(over), this.node(body), span);
  }

  /** `for i in range(...)` counts; any other loop runs over what it is given. */
  private iterate(target: Node, over: Node, body: Node, span: Span): Node {
    const range = over.kind === 'call' && over.callee.kind === 'name' && over.callee.name === 'range';
    if (!range || target.kind !== 'name') return { kind: 'each', target, over, body, ...span };
    const [first, second, third] = over.args;
    const zero: Node = { kind: 'number', value: 0, ...span };
    const negative = third?.kind === 'unary' && third.op === '-';
    return {
      kind: 'for',
      variable: target.name,
      from: second ? first! : zero,
      to: second ?? first ?? zero,
      inclusive: false,
      step: negative ? -1 : 1,
      body,
      ...span,
    };
  }
}

const KEYWORDS = new Set([
  'if',
  'else',
  'elif',
  'for',
  'in',
  'while',
  'return',
  'def',
  'lambda',
  'and',
  'or',
  'not',
  'is',
  'try',
  'except',
  'finally',
  'with',
  'as',
  'pass',
  'break',
  'continue',
  'raise',
  'assert',
  'del',
  'global',
  'nonlocal',
  'yield',
  'import',
  'from',
  'class',
  'async',
  'await',
]);

function children(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (let c = node.firstChild; c; c = c.nextSibling) if (c.name !== 'Comment') found.push(c);
  return found;
}

/** Named nodes: what carries meaning beyond punctuation and keywords. */
function isSignificant(node: SyntaxNode): boolean {
  return /^[A-Z]/.test(node.name) && node.name !== 'TypeDef' && node.name !== 'Comment';
}

function significant(node: SyntaxNode): SyntaxNode[] {
  return children(node).filter(isSignificant);
}

function splitAt(nodes: readonly SyntaxNode[], separator: string): SyntaxNode[][] {
  const groups: SyntaxNode[][] = [[]];
  for (const node of nodes) {
    if (node.name === separator) groups.push([]);
    else groups[groups.length - 1]!.push(node);
  }
  return nodes.length === 0 ? [] : groups;
}
