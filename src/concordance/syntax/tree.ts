/**
 * One small syntax tree for strategy code, whichever language it was written in. Both parsers (TypeScript's own,
 * Lezer's for Python) are read into it, so that the look-ahead rules and the reader are written once.
 * Operators are spelled alike: `===` and `is` become `==`, `and` becomes `&&`, `not` becomes `!`.
 */

/** Where a node stands in the source: 1-based line, offsets in UTF-16 units. */
export interface Span {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

export interface Param {
  readonly name: string;
  readonly value: Node | null;
}

interface Kinds {
  number: { readonly value: number };
  string: { readonly value: string };
  name: { readonly name: string };
  member: { readonly object: Node; readonly name: string };
  index: { readonly object: Node; readonly at: Node };
  /** Only inside an index: `from:to:step`. */
  slice: { readonly from: Node | null; readonly to: Node | null; readonly step: Node | null };
  call: { readonly callee: Node; readonly args: readonly Node[]; readonly named: readonly Param[] };
  unary: { readonly op: string; readonly operand: Node };
  binary: { readonly op: string; readonly left: Node; readonly right: Node };
  choice: { readonly test: Node; readonly then: Node; readonly otherwise: Node };
  list: { readonly items: readonly Node[] };
  spread: { readonly value: Node };
  /** `body` is a block, or an expression for a short arrow or a lambda. */
  function: { readonly name: string | null; readonly params: readonly Param[]; readonly body: Node };
  /** `op` is '=', '+=', ...; `i++` is `i += 1`. */
  assign: { readonly op: string; readonly target: Node; readonly value: Node; readonly declares: boolean };
  if: { readonly test: Node; readonly then: Node; readonly otherwise: Node | null };
  /** A counting loop: `to` is the bound as written, reached when `inclusive`. `step` is its sign. */
  for: {
    readonly variable: string;
    readonly from: Node;
    readonly to: Node;
    readonly inclusive: boolean;
    readonly step: 1 | -1;
    readonly body: Node;
  };
  each: { readonly target: Node; readonly over: Node; readonly body: Node };
  while: { readonly test: Node; readonly body: Node };
  return: { readonly value: Node | null };
  block: { readonly body: readonly Node[] };
  other: { readonly parts: readonly Node[] };
}

export type Kind = keyof Kinds;
/** A node of one kind; `NodeOf<'call'>` has `callee`, `args`, `named`. */
export type NodeOf<K extends Kind> = { readonly kind: K } & Kinds[K] & Span;
export type Node = { [K in Kind]: NodeOf<K> }[Kind];

export interface Program {
  readonly body: Node;
  /** False when the parser had to guess; the tree is then a best effort. */
  readonly valid: boolean;
}

/** The direct parts of a node, in source order. */
export function parts(node: Node): Node[] {
  switch (node.kind) {
    case 'number':
    case 'string':
    case 'name':
      return [];
    case 'member':
      return [node.object];
    case 'index':
      return [node.object, node.at];
    case 'slice':
      return present(node.from, node.to, node.step);
    case 'call':
      return [node.callee, ...node.args, ...node.named.flatMap((p) => present(p.value))];
    case 'unary':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'choice':
      return [node.test, node.then, node.otherwise];
    case 'list':
      return [...node.items];
    case 'spread':
      return [node.value];
    case 'function':
      return [...node.params.flatMap((p) => present(p.value)), node.body];
    case 'assign':
      return [node.target, node.value];
    case 'if':
      return present(node.test, node.then, node.otherwise);
    case 'for':
      return [node.from, node.to, node.body];
    case 'each':
      return [node.target, node.over, node.body];
    case 'while':
      return [node.test, node.body];
    case 'return':
      return present(node.value);
    case 'block':
      return [...node.body];
    case 'other':
      return [...node.parts];
  }
}

function present(...nodes: (Node | null)[]): Node[] {
  return nodes.filter((node): node is Node => node !== null);
}

/** Visits a node and everything under it, parents first; `visit` returning false skips what is below. */
export function walk(node: Node, visit: (node: Node) => void | boolean): void {
  if (visit(node) === false) return;
  for (const part of parts(node)) walk(part, visit);
}

/** Every node of one kind under `node`, itself included. */
export function all<K extends Kind>(node: Node, kind: K): NodeOf<K>[] {
  const found: NodeOf<K>[] = [];
  walk(node, (n) => {
    if (n.kind === kind) found.push(n as unknown as NodeOf<K>);
  });
  return found;
}

/** `a.b.c` as 'a.b.c'; null when the chain holds anything but names. */
export function dotted(node: Node): string | null {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'member') return null;
  const object = dotted(node.object);
  return object === null ? null : `${object}.${node.name}`;
}

/** The last word of what is called: `Math.max` and `max` are 'max'. */
export function calledName(call: NodeOf<'call'>): string | null {
  if (call.callee.kind === 'name' || call.callee.kind === 'member') return call.callee.name;
  return null;
}

/** The value of a number, signs and plain arithmetic on numbers included; null otherwise. */
export function numeric(node: Node, lookup: (name: string) => number | null = () => null): number | null {
  if (node.kind === 'number') return node.value;
  if (node.kind === 'name') return lookup(node.name);
  if (node.kind === 'unary') {
    const value = numeric(node.operand, lookup);
    if (value === null) return null;
    return node.op === '-' ? -value : node.op === '+' ? value : null;
  }
  if (node.kind !== 'binary') return null;
  const left = numeric(node.left, lookup);
  const right = numeric(node.right, lookup);
  if (left === null || right === null) return null;
  switch (node.op) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? null : left / right;
    default:
      return null;
  }
}
