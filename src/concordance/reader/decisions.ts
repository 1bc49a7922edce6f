/** Where strategy code decides on a position, and under which conditions. Works on names, not on scopes: strategies are short. */
import { all, calledName, numeric, walk, type Node, type NodeOf } from '../syntax/tree.js';

/** A condition on the way to a decision. */
export interface Guard {
  readonly test: Node;
  readonly holds: boolean;
}

export interface Decision {
  /** 1, -1 or 0; null when the value cannot be read. */
  readonly value: number | null;
  readonly guards: readonly Guard[];
  /** What an array is filled with before anything is decided. */
  readonly initial: boolean;
  readonly line: number;
}

/** Names and what they stand for, without scopes. */
export class Names {
  readonly definitions = new Map<string, Node[]>();
  readonly functions = new Map<string, NodeOf<'function'>>();
  private readonly changed = new Set<string>();
  private readonly uses = new Map<string, number>();

  constructor(program: Node) {
    walk(program, (node) => {
      if (node.kind === 'assign') this.assigned(node);
      if (node.kind === 'name') this.uses.set(node.name, (this.uses.get(node.name) ?? 0) + 1);
      if (node.kind === 'function') {
        if (node.name) this.functions.set(node.name, node);
        for (const p of node.params) if (p.value) this.add(p.name, p.value);
      }
      // Loop variables vary: they stand for nothing.
      if (node.kind === 'for') this.changed.add(node.variable);
    });
  }

  private assigned(node: NodeOf<'assign'>): void {
    const { target, value } = node;
    if (target.kind === 'list' && value.kind === 'list') {
      target.items.forEach((t, i) => {
        const v = value.items[i];
        if (t.kind === 'name' && v) this.add(t.name, v);
      });
    }
    const name = target.kind === 'name' ? target.name : target.kind === 'member' ? target.name : null;
    if (name === null) return;
    if (node.op !== '=') this.changed.add(name);
    else this.add(name, value);
    if (value.kind === 'function') this.functions.set(name, value);
  }

  private add(name: string, value: Node): void {
    this.definitions.set(name, [...(this.definitions.get(name) ?? []), value]);
  }

  /** The number that a name stands for, when it never stands for anything else. */
  readonly constant = (name: string): number | null => {
    if (this.changed.has(name)) return null;
    const found = this.definitions.get(name);
    if (found?.length !== 1) return null;
    // Without lookup of names: a constant defined by itself would not end.
    return numeric(found[0]!, (other) => (other === name ? null : this.plain(other)));
  };

  private plain(name: string): number | null {
    const found = this.definitions.get(name);
    return found?.length === 1 && !this.changed.has(name) ? numeric(found[0]!) : null;
  }

  /** True when a name is read somewhere, not only declared. */
  used(name: string): boolean {
    return (this.uses.get(name) ?? 0) > (this.definitions.get(name)?.length ?? 0) || this.isDefault(name);
  }

  private isDefault(name: string): boolean {
    return [...this.functions.values()].some((f) => f.params.some((p) => p.name === name));
  }

  /** What a name was defined as, unless it counts or changes. */
  meaning(name: string): readonly Node[] {
    return this.changed.has(name) ? [] : (this.definitions.get(name) ?? []);
  }
}

/** The function that is called: `strategy`, else the last one, else null. */
export function strategyFunction(program: Node, names: Names): NodeOf<'function'> | null {
  return names.functions.get('strategy') ?? all(program, 'function').at(-1) ?? null;
}

const RECEIVER = new Set([
  'astype',
  'fillna',
  'shift',
  'replace',
  'clip',
  'ffill',
  'bfill',
  'tolist',
  'to_numpy',
  'where',
  'mask',
  'copy',
  'reindex',
  'rename',
  'round',
  'slice',
  'concat',
  'asType',
  'values',
  'iloc',
  'loc',
  'at',
  'iat',
]);
const WRAPPER = new Set([
  'Number',
  'int',
  'float',
  'bool',
  'Series',
  'array',
  'asarray',
  'list',
  'nan_to_num',
  'Boolean',
  'round',
  'clip',
  'Int8Array',
  'Float64Array',
]);
const SIGNAL_NAME = /^(sig|signals?|pos|positions?|out|result)$/;
const COMPARISONS = new Set(['<', '>', '<=', '>=', '==', '!=']);

/** All decisions of a strategy on its signals, through the names that carry them. */
export function decisions(
  program: Node,
  names: Names,
): { decisions: Decision[]; carriers: ReadonlySet<string> } {
  const main = strategyFunction(program, names);
  if (!main) return { decisions: [], carriers: new Set() };
  const tracer = new Tracer(names);
  tracer.returns(main, [], 1);
  // Code that forgets to return, or returns something else, still says what it means to decide.
  if (tracer.carriers.size === 0 && tracer.found.length === 0) {
    for (const name of names.definitions.keys()) if (SIGNAL_NAME.test(name)) tracer.carriers.add(name);
  }
  const seeds = [...tracer.carriers];
  for (let before = -1; before !== tracer.carriers.size;) {
    before = tracer.carriers.size;
    tracer.found.length = 0;
    tracer.returns(main, [], 1);
    tracer.scan(program, []);
  }
  if (!tracer.found.some((d) => !d.initial) && seeds.some((s) => SIGNAL_NAME.test(s))) {
    for (const name of names.definitions.keys()) if (SIGNAL_NAME.test(name)) tracer.carriers.add(name);
    tracer.found.length = 0;
    tracer.scan(program, []);
  }
  return { decisions: tracer.found, carriers: tracer.carriers };
}

class Tracer {
  readonly carriers = new Set<string>();
  readonly found: Decision[] = [];
  private readonly entered = new Set<NodeOf<'function'>>();

  constructor(private readonly names: Names) {}

  private add(value: number | null, guards: readonly Guard[], node: Node, initial = false): void {
    this.found.push({ value, guards, initial, line: node.line });
  }

  /** The values that a function gives back. */
  returns(fn: NodeOf<'function'>, guards: readonly Guard[], sign: number): void {
    if (this.entered.has(fn)) return;
    this.entered.add(fn);
    if (fn.body.kind === 'block') this.returned(fn.body, guards, sign);
    else this.value(fn.body, guards, sign);
    this.entered.delete(fn);
  }

  private returned(node: Node, guards: readonly Guard[], sign: number): void {
    if (node.kind === 'function') return;
    if (node.kind === 'return') {
      if (node.value) this.value(node.value, guards, sign);
      return;
    }
    this.below(node, guards, (n, g) => this.returned(n, g, sign));
  }

  /** Visits what is under a node with the conditions that lead there. */
  private below(node: Node, guards: readonly Guard[], visit: (n: Node, g: readonly Guard[]) => void): void {
    if (node.kind === 'if') {
      visit(node.then, [...guards, { test: node.test, holds: true }]);
      if (node.otherwise) visit(node.otherwise, [...guards, { test: node.test, holds: false }]);
    } else if (node.kind === 'block' || node.kind === 'other') {
      for (const part of node.kind === 'block' ? node.body : node.parts) visit(part, guards);
    } else if (node.kind === 'for' || node.kind === 'each' || node.kind === 'while') {
      visit(node.body, guards);
    } else if (node.kind === 'function') {
      visit(node.body, guards);
    } else if (node.kind === 'binary' && node.op === '&&') {
      // `if` written as `test && (pos = 1)`.
      visit(node.left, guards);
      visit(node.right, [...guards, { test: node.left, holds: true }]);
    } else if (node.kind === 'call') {
      for (const part of [node.callee, ...node.args]) visit(part, guards);
    } else if (node.kind === 'member' || node.kind === 'index') {
      visit(node.object, guards);
    } else if (node.kind === 'return' && node.value) {
      visit(node.value, guards);
    } else if (node.kind === 'choice') {
      visit(node.then, [...guards, { test: node.test, holds: true }]);
      visit(node.otherwise, [...guards, { test: node.test, holds: false }]);
    }
  }

  /** Assignments to the names that carry signals. */
  scan(node: Node, guards: readonly Guard[]): void {
    if (node.kind === 'assign') {
      this.assignment(node, guards);
      this.scan(node.value, guards);
      return;
    }
    if (
      node.kind === 'call' &&
      node.callee.kind === 'member' &&
      /^(push|append|fill)$/.test(node.callee.name)
    ) {
      const carrier = base(node.callee.object);
      if (carrier && this.carriers.has(carrier))
        for (const a of node.args.slice(0, 1)) this.value(a, guards, 1);
    }
    this.below(node, guards, (n, g) => this.scan(n, g));
  }

  private assignment(node: NodeOf<'assign'>, guards: readonly Guard[]): void {
    const { target, value } = node;
    if (target.kind === 'list') {
      if (value.kind !== 'list') return;
      target.items.forEach((t, i) => {
        const v = value.items[i];
        if (v && t.kind === 'name' && this.carriers.has(t.name)) this.value(v, guards, 1);
      });
      return;
    }
    const column = target.kind === 'index' && target.at.kind === 'list' ? target.at.items[1] : undefined;
    const name = column?.kind === 'string' ? column.value : base(target);
    if (!name || !this.carriers.has(name)) return;
    if (node.op !== '=') return this.add(null, guards, node);
    const mask = target.kind === 'index' ? maskOf(target.at) : null;
    this.value(
      value,
      mask ? [...guards, { test: mask, holds: true }] : guards,
      1,
      node.declares && guards.length === 0 && !mask,
    );
  }

  private value(node: Node, guards: readonly Guard[], sign: number, initial = false): void {
    const under = (test: Node, holds: boolean) => [...guards, { test, holds }];
    const number = numeric(node);
    if (number !== null) return this.add(Math.sign(number) * sign, guards, node, initial);
    switch (node.kind) {
      case 'name': {
        const constant = this.names.constant(node.name);
        if (constant !== null) return this.add(Math.sign(constant) * sign, guards, node, initial);
        if (sign === -1) return this.negated(node, guards);
        this.carriers.add(node.name);
        return;
      }
      case 'member':
        if (RECEIVER.has(node.name)) return this.value(node.object, guards, sign, initial);
        this.carriers.add(node.name);
        return;
      case 'index':
        return this.value(node.object, guards, sign, initial);
      case 'choice':
        this.value(node.then, under(node.test, true), sign);
        return this.value(node.otherwise, under(node.test, false), sign);
      case 'unary':
        if (node.op === '!') return this.truth(node, guards, sign);
        return this.value(node.operand, guards, node.op === '-' ? -sign : sign);
      case 'binary':
        return this.binary(node, guards, sign);
      case 'list':
        return node.items.forEach((item) => this.value(item, guards, sign, initial));
      case 'spread':
        return this.value(node.value, guards, sign);
      case 'for':
      case 'each': {
        const first = node.body.kind === 'block' ? node.body.body[0] : node.body;
        if (first) this.value(first, guards, sign);
        return;
      }
      case 'call':
        return this.call(node, guards, sign, initial);
      case 'function':
        return this.returns(node, guards, sign);
      default:
        this.add(null, guards, node);
    }
  }

  /** `-pos`, `long - short`: through the definition, once. */
  private negated(node: NodeOf<'name'>, guards: readonly Guard[]): void {
    const meaning = this.names.meaning(node.name);
    if (meaning.length === 0) return this.add(null, guards, node);
    for (const m of meaning) if (m.kind !== 'name') this.value(m, guards, -1);
  }

  private truth(node: Node, guards: readonly Guard[], sign: number): void {
    this.add(sign, [...guards, { test: node, holds: true }], node);
    this.add(0, [...guards, { test: node, holds: false }], node);
  }

  private binary(node: NodeOf<'binary'>, guards: readonly Guard[], sign: number): void {
    if (COMPARISONS.has(node.op) || node.op === '&&' || node.op === '||')
      return this.truth(node, guards, sign);
    if (node.op === '+' || node.op === '-') {
      this.value(node.left, guards, sign);
      if (node.op === '+') return this.value(node.right, guards, sign);
      return this.value(node.right, guards, -sign);
    }
    if (node.op === '*') {
      const left = numeric(node.left, this.names.constant);
      const right = numeric(node.right, this.names.constant);
      if (left !== null) return this.value(node.right, guards, sign * Math.sign(left));
      if (right !== null) return this.value(node.left, guards, sign * Math.sign(right));
    }
    this.add(null, guards, node);
  }

  private call(node: NodeOf<'call'>, guards: readonly Guard[], sign: number, initial: boolean): void {
    const name = calledName(node) ?? '';
    const [first, second, third] = node.args;
    const receiver = node.callee.kind === 'member' ? node.callee.object : null;
    if (name === 'where' && second && third && first) {
      this.value(second, [...guards, { test: first, holds: true }], sign);
      return this.value(third, [...guards, { test: first, holds: false }], sign);
    }
    if (name === 'select' && first?.kind === 'list' && second?.kind === 'list') {
      first.items.forEach((test, i) => {
        const v = second.items[i];
        if (v) this.value(v, [...guards, { test, holds: true }], sign);
      });
      return this.add(0, guards, node);
    }
    if (name === 'sign' && first) {
      for (const s of [1, -1]) this.add(s * sign, [...guards, { test: first, holds: s > 0 }], node);
      return;
    }
    if (name === 'fill' && receiver) return first ? this.value(first, guards, sign, true) : undefined;
    if (
      /^(zeros|zeros_like|Array|Int8Array|Float64Array)$/.test(name) &&
      (first?.kind !== 'call' || name.startsWith('zeros'))
    ) {
      return this.add(0, guards, node, true);
    }
    if (/^ones(_like)?$/.test(name)) return this.add(sign, guards, node, true);
    if (/^full(_like)?$/.test(name) && second) return this.value(second, guards, sign, true);
    const callback = [...node.args]
      .reverse()
      .find((a) => a.kind === 'function' || (a.kind === 'name' && this.names.functions.has(a.name)));
    if (callback && /^(map|from|flatMap|apply|applymap|reduce)$/.test(name)) {
      const fn =
        callback.kind === 'function'
          ? callback
          : this.names.functions.get((callback as NodeOf<'name'>).name)!;
      return this.returns(fn, guards, sign);
    }
    if (WRAPPER.has(name) && (first || node.named[0]?.value)) {
      return this.value(first ?? node.named[0]!.value!, guards, sign, name === 'Series' || initial);
    }
    if (receiver && RECEIVER.has(name)) return this.value(receiver, guards, sign, initial);
    if (receiver && /^(gt|lt|ge|le|eq|ne)$/.test(name)) return this.truth(node, guards, sign);
    const local = node.callee.kind === 'name' ? this.names.functions.get(node.callee.name) : undefined;
    if (local) return this.returns(local, guards, sign);
    this.add(null, guards, node);
  }
}

/** The name at the root of `sig[i]`, `signal.iloc[i]`, `df.signal`. */
function base(node: Node): string | null {
  if (node.kind === 'name') return node.name;
  if (node.kind === 'index') return base(node.object);
  if (node.kind === 'member') return RECEIVER.has(node.name) ? base(node.object) : node.name;
  return null;
}

/** The condition in `signal[rsi < 30] = 1`, or null for an ordinary index. */
function maskOf(at: Node): Node | null {
  const first = at.kind === 'list' ? at.items[0] : at;
  if (!first) return null;
  if (first.kind === 'binary' && (COMPARISONS.has(first.op) || first.op === '&&' || first.op === '||'))
    return first;
  if (first.kind === 'unary' && first.op === '!') return first;
  // A name may hold a mask or an index; its meaning tells, and a plain index has no comparison in it.
  return first.kind === 'name' ? first : null;
}
