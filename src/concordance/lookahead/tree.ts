/**
 * Look-ahead seen in the syntax tree, where comments and strings do not count: a bar ahead of the bar being decided
 * (through helpers as well), slices that run past it, statistics of the whole sample, series shifted or centred.
 * It follows names without scopes and knows no values, so it can miss; the prefix check is what settles the matter.
 */
import type { Language } from '../../sandbox/index.js';
import type { Finding } from '../types.js';
import { Names, strategyFunction } from '../reader/decisions.js';
import { parse } from '../syntax/parse.js';
import { all, calledName, numeric, parts, type Node, type NodeOf } from '../syntax/tree.js';
import { Arrays, type Whole } from './arrays.js';
import { add, constant, largest, LENGTH, linear, substitute, symbol, type Linear } from './linear.js';
import { wholeSample, type Report } from './statistics.js';

export function treeFindings(code: string, language: Language): Finding[] {
  const program = parse(code, language).body;
  const names = new Names(program);
  const main = strategyFunction(program, names);
  const frames = new Set(
    main?.params
      .slice(0, 1)
      .map((p) => p.name)
      .filter((n) => n !== ''),
  );
  const arrays = new Arrays(names, frames);
  const found = new Map<string, Finding>();
  const report: Report = (node, pattern, reason) => {
    const key = `${node.line} ${pattern}`;
    if (!found.has(key)) found.set(key, { detector: 'tree', pattern, line: node.line, reason });
  };
  new BarWalker(names, arrays, report).walk(program, ROOT);
  wholeSample(program, names, arrays, report);
  return [...found.values()].sort((a, b) => a.line - b.line);
}

interface Loop {
  readonly variable: string;
  readonly low: Linear | null;
  readonly high: Linear | null;
  /** The smallest offset at which the loop writes; Infinity when it writes no series. */
  readonly writes: number;
}

interface Context {
  readonly loops: readonly Loop[];
  /** What the parameters of inlined helpers stand for. */
  readonly numbers: ReadonlyMap<string, Linear | null>;
  readonly columns: ReadonlyMap<string, Whole>;
  readonly inlined: readonly Node[];
  /** The line of the outermost inlined call: where a person should look. */
  readonly at: Node | null;
}

const ROOT: Context = { loops: [], numbers: new Map(), columns: new Map(), inlined: [], at: null };

class BarWalker {
  constructor(
    private readonly names: Names,
    private readonly arrays: Arrays,
    private readonly report: Report,
  ) {}

  walk(node: Node, context: Context): void {
    switch (node.kind) {
      case 'for':
        return this.loop(node, context);
      case 'each':
        return this.enumerated(node, context);
      case 'while':
        return this.whileLoop(node, context);
      case 'assign':
        // Writing ahead is a lag; what stands inside the index of a target is not read as a price.
        if (node.target.kind !== 'index' || node.op !== '=') this.walk(node.target, context);
        return this.walk(node.value, context);
      case 'index':
        this.read(node, context);
        break;
      case 'call':
        this.call(node, context);
        return;
      default:
    }
    for (const part of parts(node)) this.walk(part, context);
  }

  private form(node: Node, context: Context): Linear | null {
    return linear(node, (leaf) => this.leaf(leaf, context, 0));
  }

  private leaf(leaf: Node, context: Context, depth: number): Linear | null {
    if (leaf.kind === 'name') {
      if (context.numbers.has(leaf.name)) return context.numbers.get(leaf.name) ?? null;
      if (context.loops.some((l) => l.variable === leaf.name)) return symbol(leaf.name);
      const value = this.names.constant(leaf.name);
      if (value !== null) return Number.isInteger(value) ? constant(value) : null;
      const meaning = this.names.meaning(leaf.name);
      if (meaning.length === 1 && depth < 4) {
        return linear(meaning[0]!, (inner) => this.leaf(inner, context, depth + 1));
      }
      return meaning.length === 0 && !this.names.definitions.has(leaf.name) ? symbol(leaf.name) : null;
    }
    const measured = lengthOf(leaf);
    if (
      measured &&
      (this.arrays.isFrame(measured) || this.arrays.whole(measured, context.columns) !== null)
    ) {
      return symbol(LENGTH);
    }
    return null;
  }

  private loop(node: NodeOf<'for'>, context: Context): void {
    const from = this.bound(node.from, context);
    const bound = this.bound(node.to, context);
    const last = bound && (node.inclusive ? bound : add(bound, constant(-node.step)));
    const [low, high] = node.step === 1 ? [from, last] : [last, from];
    this.inside(node.variable, low, high, node.body, context, node.step === -1 && bound !== null);
  }

  /** `Math.min(n - 1, i + 5)` is i + 5 for nearly every bar: of several bounds, the one that moves with a loop. */
  private bound(node: Node, context: Context): Linear | null {
    if (node.kind !== 'call' || !/^(min|max)$/.test(calledName(node) ?? '')) return this.form(node, context);
    const forms = node.args.map((a) => this.form(a, context));
    return forms.find((f) => f && context.loops.some((l) => f.terms.has(l.variable))) ?? null;
  }

  private inside(
    variable: string,
    low: Linear | null,
    high: Linear | null,
    body: Node,
    context: Context,
    descending = false,
  ): void {
    const inner = { ...context, loops: [...context.loops, { variable, low, high, writes: Infinity }] };
    const writes = this.writeOffset(body, variable, inner);
    if (descending && high?.terms.has(LENGTH) && writes !== Infinity && carries(body)) {
      this.report(body, 'backward loop', 'runs from the last bar to the first and carries what it saw');
    }
    const loop: Loop = { variable, low, high, writes };
    this.walk(body, { ...context, loops: [...context.loops, loop] });
  }

  /** The smallest k of `x[i + k] = ...` in a loop over i; a push counts as 0. */
  private writeOffset(body: Node, variable: string, context: Context): number {
    let least = Infinity;
    for (const { target } of all(body, 'assign')) {
      if (target.kind !== 'index') continue;
      const at = this.indexed(target, context);
      if (at?.terms.get(variable) === 1 && at.terms.size === 1) least = Math.min(least, at.constant);
    }
    if (least === Infinity && all(body, 'call').some((c) => /^(push|append)$/.test(calledName(c) ?? '')))
      return 0;
    return least;
  }

  /** The index that `x[i]`, `x.iloc[i]` or `x.loc[df.index[i]]` stands for. */
  private indexed(node: NodeOf<'index'>, context: Context): Linear | null {
    const at = node.at.kind === 'list' ? node.at.items[0]! : node.at;
    if (at.kind === 'index') return this.form(at.at, context);
    return this.form(at, context);
  }

  private enumerated(node: NodeOf<'each'>, context: Context): void {
    const { over, target } = node;
    this.walk(over, context);
    const counted =
      target.kind === 'list' &&
      target.items[0]?.kind === 'name' &&
      over.kind === 'call' &&
      /^(enumerate|entries|iterrows)$/.test(calledName(over) ?? '');
    if (!counted) return this.walk(node.body, context);
    const variable = (target.items[0] as NodeOf<'name'>).name;
    this.inside(variable, constant(0), add(symbol(LENGTH), constant(-1)), node.body, context);
  }

  private whileLoop(node: NodeOf<'while'>, context: Context): void {
    const { test } = node;
    if (test.kind === 'binary' && test.op.startsWith('<') && test.left.kind === 'name') {
      const bound = this.form(test.right, context);
      const high = bound && (test.op === '<=' ? bound : add(bound, constant(-1)));
      return this.inside(test.left.name, constant(0), high, node.body, context);
    }
    this.walk(test, context);
    this.walk(node.body, context);
  }

  private call(node: NodeOf<'call'>, context: Context): void {
    const name = calledName(node) ?? '';
    const receiver = node.callee.kind === 'member' ? node.callee.object : null;
    if (receiver && /^(slice|subarray)$/.test(name)) this.sliced(node, receiver, context);
    if (receiver && name === 'at' && node.args[0]) this.readAt(node, receiver, node.args[0], context);
    if (receiver) this.walk(receiver, context);
    for (const argument of node.args) {
      if (argument.kind !== 'function') this.walk(argument, context);
    }
    for (const { value } of node.named) if (value) this.walk(value, context);
    const callback = node.args.find((a) => a.kind === 'function');
    if (callback?.kind === 'function') this.callback(name, receiver, callback, context);
    const helper = node.callee.kind === 'name' ? this.names.functions.get(node.callee.name) : undefined;
    if (helper) this.inline(helper, node, context);
  }

  /** `c.map((x, i) => ...)` is a loop over i that writes at i. */
  private callback(name: string, receiver: Node | null, fn: NodeOf<'function'>, context: Context): void {
    const variable = fn.params[1]?.name;
    const overBars = /^(map|forEach|from|flatMap|filter|findIndex|some|every)$/.test(name) && variable;
    if (!overBars || context.loops.some((l) => l.writes !== Infinity)) return this.walk(fn.body, context);
    const offset = (receiver && this.arrays.whole(receiver, context.columns)) ?? 0;
    const columns = new Map(context.columns);
    if (fn.params[2]) columns.set(fn.params[2].name, offset);
    const loop: Loop = {
      variable,
      low: constant(0),
      high: add(symbol(LENGTH), constant(-1)),
      writes: /^(map|from|flatMap)$/.test(name)
        ? offset
        : this.writeOffset(fn.body, variable, {
            ...context,
            loops: [...context.loops, { variable, low: null, high: null, writes: Infinity }],
          }),
    };
    this.walk(fn.body, { ...context, columns, loops: [...context.loops, loop] });
  }

  /** A helper called for a bar is read as if it stood there. */
  private inline(helper: NodeOf<'function'>, call: NodeOf<'call'>, context: Context): void {
    if (context.inlined.length > 3 || context.inlined.includes(helper) || !this.barLoop(context)) return;
    const numbers = new Map(context.numbers);
    const columns = new Map(context.columns);
    helper.params.forEach((p, k) => {
      const argument = call.args[k] ?? p.value;
      numbers.set(p.name, argument ? this.form(argument, context) : null);
      columns.set(p.name, argument ? this.arrays.whole(argument, context.columns) : null);
    });
    this.walk(helper.body, {
      loops: context.loops,
      numbers,
      columns,
      inlined: [...context.inlined, helper],
      at: context.at ?? call,
    });
  }

  /** The loop whose turns are bars: the outermost that writes a series. */
  private barLoop(context: Context): Loop | null {
    return context.loops.find((l) => l.writes !== Infinity) ?? null;
  }

  private read(node: NodeOf<'index'>, context: Context): void {
    const { object } = node;
    const at = node.at.kind === 'list' ? node.at.items[0]! : node.at;
    if (at.kind === 'slice') {
      if (this.barLoop(context)) this.slice(node, object, at.from, at.to, context);
      return;
    }
    this.readAt(node, object, at, context);
  }

  private readAt(node: Node, object: Node, at: Node, context: Context): void {
    const bar = this.barLoop(context);
    if (isLiteralList(object, this.names)) return;
    const whole = this.arrays.whole(object, context.columns);
    if (!bar) return this.outside(node, at, whole, context);
    const last = numeric(at, this.names.constant);
    if (last !== null && last < 0) {
      if (whole !== null && object.kind !== 'list')
        this.flag(node, context, 'last bar', 'reads the end of the sample for every bar');
      return;
    }
    const form = this.form(at, context);
    if (!form) return;
    this.compare(node, add(form, constant(whole ?? 0)), whole !== null, bar, context);
  }

  /** Before or after the loops, only the end of the whole sample tells the future. */
  private outside(node: Node, at: Node, whole: Whole, context: Context): void {
    if (whole === null || context.loops.length > 0) return;
    const last = numeric(at, this.names.constant);
    const form = this.form(at, context);
    const fromEnd = form?.terms.size === 1 && form.terms.get(LENGTH) === 1 && form.constant < 0;
    if (fromEnd || (last !== null && last < 0))
      this.flag(node, context, 'last bar', 'reads the end of the sample');
  }

  private sliced(node: NodeOf<'call'>, receiver: Node, context: Context): void {
    if (!this.barLoop(context)) return;
    this.slice(node, receiver, node.args[0] ?? null, node.args[1] ?? null, context);
  }

  private slice(node: Node, object: Node, from: Node | null, to: Node | null, context: Context): void {
    const bar = this.barLoop(context)!;
    const whole = this.arrays.whole(object, context.columns);
    const moves = [from, to].some((n) => n && this.form(n, context)?.terms.has(bar.variable));
    if (to === null) {
      const start = from && numeric(from, this.names.constant);
      if (whole !== null && (moves || (start !== null && start < 0))) {
        this.flag(node, context, 'slice to the end', 'a slice without an end runs to the last bar');
      }
      return;
    }
    const end = this.form(to, context);
    if (end && moves)
      this.compare(node, add(end, constant((whole ?? 0) - 1)), whole !== null, bar, context, 'slice ahead');
  }

  /** Flags a read whose index can lie past what the bar loop writes. */
  private compare(
    node: Node,
    index: Linear,
    whole: boolean,
    bar: Loop,
    context: Context,
    pattern = 'index ahead',
  ): void {
    const position = context.loops.indexOf(bar);
    let form: Linear | null = index;
    for (const inner of context.loops.slice(position + 1).reverse()) {
      const factor: number = form?.terms.get(inner.variable) ?? 0;
      if (!form || factor === 0) continue;
      const bound: Linear | null = factor > 0 ? inner.high : inner.low;
      form = bound && substitute(form, inner.variable, bound);
    }
    if (!form) return;
    const factor = form.terms.get(bar.variable) ?? 0;
    if (factor === 1) {
      const ahead = add(form, symbol(bar.variable), -1);
      if (largest(ahead) > bar.writes) this.flag(node, context, pattern, reason(largest(ahead), bar));
    } else if (factor === 0 && whole && (form.terms.get(LENGTH) ?? 0) > 0) {
      this.flag(node, context, 'last bar', 'reads the end of the sample for every bar');
    }
  }

  private flag(node: Node, context: Context, pattern: string, why: string): void {
    this.report(context.at ?? node, pattern, why);
  }
}

function reason(ahead: number, bar: Loop): string {
  if (!Number.isFinite(ahead)) return `reads bars after bar ${bar.variable}`;
  const by = ahead - bar.writes;
  return `reads ${by === 1 ? 'the bar' : `up to ${by} bars`} after bar ${bar.variable}`;
}

/** `x` in `x.length` and `len(x)`. */
function lengthOf(node: Node): Node | null {
  if (node.kind === 'member' && node.name === 'length') return node.object;
  if (node.kind === 'call' && node.callee.kind === 'name' && node.callee.name === 'len')
    return node.args[0] ?? null;
  if (node.kind === 'index' && node.object.kind === 'member' && node.object.name === 'shape')
    return node.object.object;
  return null;
}

function isLiteralList(node: Node, names: Names): boolean {
  if (node.kind === 'list') return true;
  if (node.kind !== 'name') return false;
  const meaning = names.meaning(node.name);
  return (
    meaning.length === 1 &&
    meaning[0]!.kind === 'list' &&
    meaning[0]!.items.every((i) => i.kind === 'number' || i.kind === 'string')
  );
}

/** Something outlives the turn of a loop: `x += ..`, `x = max(x, ..)`, `y[i] = f(y[i + 1])`. */
function carries(body: Node): boolean {
  return all(body, 'assign').some(({ op, target, value }) => {
    if (target.kind === 'name') return op !== '=' || all(value, 'name').some((n) => n.name === target.name);
    if (target.kind !== 'index' || target.object.kind !== 'name') return false;
    const name = target.object.name;
    return all(value, 'index').some((i) => i.object.kind === 'name' && i.object.name === name);
  });
}
