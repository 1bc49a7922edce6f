/** What strategy code does, as far as its syntax tree tells: directions, numbers, indicators, conditions, risk rules. */
import type { Language } from '../../sandbox/index.js';
import { parse } from '../syntax/parse.js';
import { all, calledName, numeric, walk, type Node } from '../syntax/tree.js';
import { decisions, Names, type Decision, type Guard } from './decisions.js';
import type { Risk, RiskRules } from './prose.js';
import { familiesInWords, words, type Family } from './vocabulary.js';

/** One comparison on the way to a decision. */
export interface Atom {
  readonly op: string;
  readonly left: Node;
  readonly right: Node;
  /** Indicators on either side, names followed to their definitions. */
  readonly families: ReadonlySet<Family>;
  /** Constants on either side: thresholds, lookbacks, arguments of helpers. */
  readonly numbers: readonly number[];
  /** Lower-case words of the identifiers, definitions followed one step. */
  readonly words: string;
  readonly kind: 'signal' | 'state' | 'warm-up' | Risk;
  readonly line: number;
}

export interface CodeFacts {
  readonly valid: boolean;
  /** Null when the code's positions could not be read. */
  readonly long: boolean | null;
  readonly short: boolean | null;
  readonly families: ReadonlySet<Family>;
  /** Every number in the code, folded sums and products included. */
  readonly numbers: ReadonlySet<number>;
  /** Named constants that are read somewhere. */
  readonly constants: ReadonlyMap<string, number>;
  readonly risks: RiskRules;
  readonly entries: readonly Atom[];
  readonly longEntries: readonly Atom[];
  readonly exits: readonly Atom[];
  /** The code keeps a position and never leaves it on a signal, nor by turning it. */
  readonly neverLeavesOnSignal: boolean;
  readonly names: Names;
}

const COMPARISONS = new Set(['<', '>', '<=', '>=', '==', '!=']);

export function readCode(code: string, language: Language): CodeFacts {
  const program = parse(code, language);
  const names = new Names(program.body);
  const { decisions: found, carriers } = decisions(program.body, names);
  const atoms = new AtomReader(program.body, names, carriers);
  const decided = found.filter((d) => !d.initial || d.value !== 0);
  const unknown = decided.some((d) => d.value === null);
  const has = (value: number) => decided.some((d) => d.value === value) || (unknown ? null : false);
  const entering = decided.filter((d) => d.value === 1 || d.value === -1);
  const leaving = decided.filter((d) => d.value === 0);
  const entries = atoms.of(entering);
  const exits = atoms.of(leaving);
  return {
    valid: program.valid,
    long: found.length === 0 ? false : has(1),
    short: found.length === 0 ? false : has(-1),
    families: familiesIn(program.body, names),
    numbers: allNumbers(program.body, names),
    constants: namedConstants(names),
    risks: risksOf([...exits, ...entries.filter((a) => a.kind !== 'signal'), ...atoms.everywhere()]),
    entries: entries.filter((a) => a.kind === 'signal'),
    // `sell ? -1 : 1` buys where its one condition fails.
    longEntries: entering
      .filter((d) => d.value === 1)
      .flatMap((d) => atoms.of([d], d.guards.length === 1))
      .filter((a) => a.kind === 'signal'),
    exits: exits.filter((a) => a.kind === 'signal'),
    neverLeavesOnSignal: neverLeaves(entering, leaving, atoms),
    names,
  };
}

/** A state machine: entries under conditions, and no way back but risk rules. */
function neverLeaves(
  entering: readonly Decision[],
  leaving: readonly Decision[],
  atoms: AtomReader,
): boolean {
  if (entering.length === 0) return false;
  const directions = new Set(entering.map((d) => d.value));
  const asksState = (d: Decision) => atoms.of([d], true).some((a) => a.kind === 'state');
  if (directions.size === 2 && !entering.every(asksState)) return false;
  if (directions.size < 2 && leaving.length === 0) return entering.some((d) => d.guards.length > 0);
  return !leaving.some(
    (d) =>
      atoms.of([d], true).every((a) => a.kind === 'signal' || a.kind === 'state' || a.kind === 'warm-up') &&
      (atoms.of([d], true).some((a) => a.kind === 'signal') ||
        d.guards.some((g) => !g.holds) ||
        d.guards.length === 0),
  );
}

class AtomReader {
  private readonly counters: ReadonlySet<string>;
  private readonly entryPrices: ReadonlySet<string>;
  private readonly loops: ReadonlySet<string>;
  private readonly peaks: ReadonlySet<string>;

  constructor(
    private readonly program: Node,
    private readonly names: Names,
    private readonly carriers: ReadonlySet<string>,
  ) {
    this.loops = new Set(all(program, 'for').map((f) => f.variable));
    const assigns = all(program, 'assign');
    const named = assigns.flatMap((a) => (a.target.kind === 'name' ? [{ name: a.target.name, a }] : []));
    this.counters = new Set(
      named.filter(({ a, name }) => isIncrement(a, name) && !this.loops.has(name)).map(({ name }) => name),
    );
    // Remembered at entry: assigned more than once, at least once from a price at the bar.
    this.entryPrices = new Set(
      named
        .filter(
          ({ name, a }) =>
            a.value.kind === 'index' &&
            named.filter((o) => o.name === name).length > 1 &&
            !this.carriers.has(name),
        )
        .map(({ name }) => name),
    );
    this.peaks = new Set(
      named
        .filter(
          ({ name, a }) =>
            a.value.kind === 'call' &&
            /^(max|min)$/.test(calledName(a.value) ?? '') &&
            a.value.args.some((x) => x.kind === 'name' && x.name === name),
        )
        .map(({ name }) => name),
    );
  }

  /** The comparisons that lead to decisions; with `both`, those that must fail as well. */
  of(decided: readonly Decision[], both = false): Atom[] {
    return decided.flatMap((d) => d.guards.flatMap((g) => (g.holds || both ? this.split(g, 0) : [])));
  }

  /** Every comparison in the code: risk rules may sit where no decision is recognised. */
  everywhere(): Atom[] {
    return all(this.program, 'binary')
      .filter((b) => COMPARISONS.has(b.op))
      .map((b) => this.atom(b.op, b.left, b.right, b))
      .filter((a) => a.kind !== 'signal');
  }

  private split({ test, holds }: Guard, depth: number): Atom[] {
    if (depth > 6) return [];
    if (test.kind === 'unary' && test.op === '!')
      return this.split({ test: test.operand, holds: !holds }, depth + 1);
    if (test.kind === 'binary' && (test.op === '&&' || test.op === '||')) {
      return [test.left, test.right].flatMap((t) => this.split({ test: t, holds }, depth + 1));
    }
    if (test.kind === 'binary' && COMPARISONS.has(test.op)) {
      return [this.atom(holds ? test.op : negate(test.op), test.left, test.right, test)];
    }
    if (test.kind === 'choice') {
      return [test.then, test.otherwise].flatMap((t) => this.split({ test: t, holds }, depth + 1));
    }
    if (test.kind === 'name' || test.kind === 'index') {
      const name = test.kind === 'name' ? test.name : test.object.kind === 'name' ? test.object.name : '';
      const meaning = this.names.meaning(name).filter((m) => truthLike(m));
      if (meaning.length > 0) return meaning.flatMap((m) => this.split({ test: m, holds }, depth + 1));
    }
    if (test.kind === 'call') {
      const method = calledName(test) ?? '';
      const op = METHODS[method];
      if (op && test.callee.kind === 'member' && test.args[0]) {
        return [this.atom(holds ? op : negate(op), test.callee.object, test.args[0], test)];
      }
      if (/^(isNaN|isFinite|notna|isna|isnull|notnull|isnan)$/.test(method)) return [];
      if (/^(fillna|astype|shift)$/.test(method) && test.callee.kind === 'member')
        return this.split({ test: test.callee.object, holds }, depth + 1);
    }
    const zero: Node = { kind: 'number', value: 0, line: test.line, start: test.start, end: test.end };
    return [this.atom(holds ? '!=' : '==', test, zero, test)];
  }

  private atom(op: string, left: Node, right: Node, at: Node): Atom {
    const both: Node = { kind: 'list', items: [left, right], line: at.line, start: at.start, end: at.end };
    const families = familiesIn(both, this.names);
    const numbers = numbersIn(both, this.names);
    const text = wordsIn(both, this.names, 2);
    return {
      op,
      left,
      right,
      families,
      numbers,
      words: text,
      line: at.line,
      kind: this.classify(op, left, right, text, families),
    };
  }

  private classify(
    op: string,
    left: Node,
    right: Node,
    text: string,
    families: ReadonlySet<Family>,
  ): Atom['kind'] {
    const identifiers = [
      ...identifiersIn({ kind: 'list', items: [left, right], line: 0, start: 0, end: 0 }, this.names, 2),
    ];
    const near = [
      ...identifiersIn({ kind: 'list', items: [left, right], line: 0, start: 0, end: 0 }, this.names, 0),
    ];
    const entryPrice = identifiers.some(
      (n) => this.entryPrices.has(n) || /\b(entry|px|buy price|fill|cost)\b/.test(words(n)),
    );
    if (
      /\b(trail|trailing|peak|hwm|high water|highest since|max price|trough)\b/.test(text) ||
      (identifiers.some((n) => this.peaks.has(n)) && entryPrice)
    )
      return 'trailing';
    if (/\b(stop|sl|stoploss|max loss)\b/.test(text)) return 'stop';
    if (
      /\b(take|tp|takeprofit|profit|target)\b/.test(text) &&
      (entryPrice || /\b(ret|pnl|gain|profit|change|return|move)\b/.test(text))
    )
      return 'take';
    const time =
      /\b(time|max hold|hold days|max days|max bars|hold|held|holding|age|days held|bars held|days in trade|bars in trade|hold period|holding period|max holding|days since entry)\b/;
    const counts =
      near.some((n) => this.counters.has(n) && !this.carriers.has(n)) ||
      identifiers.some((n) => /\b(entry (index|idx|bar|i|day)|entered|opened)\b/.test(words(n)));
    if (time.test(text) && (counts || families.size === 0) && !this.isState(left, right, near)) return 'time';
    if (counts && /[<>]/.test(op) && families.size === 0)
      return near.some((n) => this.loops.has(n)) && !identifiers.some((n) => /entry|entered|opened/i.test(n))
        ? 'warm-up'
        : 'time';
    if (entryPrice && /[<>]/.test(op)) return lossOrGain(op, left, right, this.names);
    if (this.isState(left, right, near)) return 'state';
    if (this.isWarmUp(near, families, text)) return 'warm-up';
    return 'signal';
  }

  private isState(left: Node, right: Node, near: readonly string[]): boolean {
    const state = near.some(
      (n) =>
        this.carriers.has(n) ||
        /^(pos|position|holding|in ?trade|in ?position|state|side|in ?market|invested)$/.test(words(n)),
    );
    const plain = [left, right].some(
      (s) =>
        numeric(s, this.names.constant) !== null ||
        (s.kind === 'name' && /^(null|undefined|None|True|False|true|false)$/.test(s.name)),
    );
    return (
      state &&
      plain &&
      near.filter((n) => !/^(null|undefined|None|True|False|true|false)$/.test(n)).length <= 2
    );
  }

  /** Index against a constant, or against null and NaN: says nothing about the market. */
  private isWarmUp(near: readonly string[], families: ReadonlySet<Family>, text: string): boolean {
    if (near.some((n) => /^(null|undefined|None|NaN|nan)$/.test(n))) return true;
    if (/\b(length|len)\b/.test(text) && families.size === 0) return true;
    return (
      families.size === 0 &&
      near.length > 0 &&
      near.every((n) => this.loops.has(n) || this.names.constant(n) !== null)
    );
  }
}

const METHODS: Readonly<Record<string, string>> = {
  gt: '>',
  lt: '<',
  ge: '>=',
  le: '<=',
  eq: '==',
  ne: '!=',
};
const OPPOSITE: Readonly<Record<string, string>> = {
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '==': '!=',
  '!=': '==',
};

function negate(op: string): string {
  return OPPOSITE[op] ?? op;
}

function truthLike(node: Node): boolean {
  if (node.kind === 'binary') return COMPARISONS.has(node.op) || node.op === '&&' || node.op === '||';
  if (node.kind === 'unary') return node.op === '!';
  if (node.kind === 'call')
    return /^(gt|lt|ge|le|eq|ne|fillna|astype|shift|map)$/.test(calledName(node) ?? '');
  return false;
}

function isIncrement(node: Extract<Node, { kind: 'assign' }>, name: string): boolean {
  if (node.op === '+=') return numeric(node.value) === 1;
  const { value } = node;
  return (
    value.kind === 'binary' &&
    value.op === '+' &&
    value.left.kind === 'name' &&
    value.left.name === name &&
    numeric(value.right) === 1
  );
}

/** A price or return against the entry: leaving on the low side is a stop, on the high side a target. */
function lossOrGain(op: string, left: Node, right: Node, names: Names): 'stop' | 'take' | 'signal' {
  const below = op.startsWith('<');
  const sides = numbersIn({ kind: 'list', items: [left, right], line: 0, start: 0, end: 0 }, names, true);
  const limit = sides.filter((n) => n !== 100 && n !== 1 && n !== 0);
  if (limit.length === 0) return 'signal';
  const reduces = all({ kind: 'list', items: [left, right], line: 0, start: 0, end: 0 }, 'binary').some(
    (b) => b.op === '-' && numeric(b.left, names.constant) === 1,
  );
  const negative =
    limit.some((n) => n < 0 || (n > 0.5 && n < 1)) || reduces || (right.kind === 'unary' && right.op === '-');
  if (below) return negative ? 'stop' : 'stop';
  return negative && !below ? 'take' : 'take';
}

/** Values of risk rules in percent (fractions are scaled) or bars. */
function risksOf(atoms: readonly Atom[]): RiskRules {
  const rules: Partial<Record<Risk, number[]>> = {};
  for (const atom of atoms) {
    if (atom.kind === 'signal' || atom.kind === 'state' || atom.kind === 'warm-up') continue;
    const values = (rules[atom.kind] ??= []);
    for (const value of atom.numbers.flatMap((n) => riskValues(n, atom.kind as Risk))) {
      if (!values.includes(value)) values.push(value);
    }
  }
  return rules;
}

function riskValues(n: number, kind: Risk): number[] {
  const size = Math.abs(n);
  if (kind === 'time') return size > 1 ? [size] : [];
  if (size === 0 || size === 1 || size === 100) return [];
  const round = (v: number) => Math.round(v * 1e6) / 1e6;
  if (size > 0.5 && size < 1) return [round((1 - size) * 100)];
  if (size > 1 && size < 1.6) return [size, round((size - 1) * 100)];
  return size < 1 ? [round(size * 100)] : [size];
}

function namedConstants(names: Names): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of names.definitions.keys()) {
    const value = names.constant(name);
    if (value !== null && names.used(name)) found.set(name, value);
  }
  return found;
}

function allNumbers(program: Node, names: Names): Set<number> {
  const found = new Set<number>();
  walk(program, (node) => {
    // A constant that nothing reads is not in effect.
    if (
      node.kind === 'assign' &&
      node.target.kind === 'name' &&
      node.value.kind === 'number' &&
      !names.used(node.target.name)
    )
      return false;
    const value =
      node.kind === 'binary' || node.kind === 'number' || node.kind === 'unary'
        ? numeric(node, names.constant)
        : null;
    if (value !== null) found.add(Math.round(value * 1e9) / 1e9);
    return true;
  });
  return found;
}

/** Identifiers under a node; `follow` steps through definitions (not into helper functions). */
function identifiersIn(node: Node, names: Names, follow: number): Set<string> {
  const found = new Set<string>();
  const visit = (n: Node, left: number) =>
    walk(n, (inner) => {
      if (inner.kind === 'function') return false;
      if (inner.kind === 'member') found.add(inner.name);
      if (inner.kind !== 'name' || found.has(inner.name)) return true;
      found.add(inner.name);
      if (left > 0) for (const m of names.meaning(inner.name)) visit(m, left - 1);
      return true;
    });
  visit(node, follow);
  return found;
}

function wordsIn(node: Node, names: Names, follow: number): string {
  return [...identifiersIn(node, names, follow)].map(words).join(' | ');
}

/** Constants under a node, definitions followed; `signed` keeps the minus in front of a name. */
function numbersIn(node: Node, names: Names, signed = false): number[] {
  const found: number[] = [];
  const seen = new Set<string>();
  const visit = (n: Node): void =>
    walk(n, (inner) => {
      if (inner.kind === 'function') return false;
      const value =
        inner.kind === 'number' || inner.kind === 'binary' || inner.kind === 'unary'
          ? numeric(inner, names.constant)
          : null;
      if (value !== null) {
        found.push(Math.round(value * 1e9) / 1e9);
        // 5 / 100 is both 5 and 0.05.
        if (inner.kind !== 'number' && !signed)
          for (const p of inner.kind === 'binary'
            ? [inner.left, inner.right]
            : inner.kind === 'unary'
              ? [inner.operand]
              : [])
            visit(p);
        return false;
      }
      if (inner.kind === 'index') {
        visit(inner.object);
        for (const name of all(inner.at, 'name')) visit(name);
        for (const number of all(inner.at, 'number')) if (number.value > 1) found.push(number.value);
        return false;
      }
      if (inner.kind === 'name' && !seen.has(inner.name)) {
        seen.add(inner.name);
        const constant = names.constant(inner.name);
        if (constant !== null) found.push(constant);
        else for (const m of names.meaning(inner.name)) visit(m);
      }
      return true;
    });
  visit(node);
  return found;
}

/** Indicators under a node: by the names used, and by shapes that need no name. */
function familiesIn(node: Node, names: Names): Set<Family> {
  const found = new Set<Family>();
  const seen = new Set<Node>();
  const visit = (n: Node): void =>
    walk(n, (inner) => {
      if (seen.has(inner)) return false;
      seen.add(inner);
      for (const family of shapes(inner)) found.add(family);
      if (inner.kind === 'member') for (const f of familiesInWords(words(inner.name))) found.add(f);
      if (inner.kind === 'name') {
        for (const f of familiesInWords(words(inner.name))) found.add(f);
        const fn = names.functions.get(inner.name);
        if (fn && !seen.has(fn)) visit(fn);
        else for (const m of names.meaning(inner.name)) visit(m);
      }
      return true;
    });
  visit(node);
  return found;
}

function shapes(node: Node): Family[] {
  if (node.kind === 'binary') {
    if (node.op === '/' && numeric(node.left) === 2 && node.right.kind === 'binary' && node.right.op === '+')
      return ['ema'];
    // 100 * up / (up + down), or 100 - 100 / (1 + rs).
    if (node.op === '/' && all(node.left, 'number').some((n) => n.value === 100) && isSum(node.right))
      return ['rsi'];
    if (node.op === '%' && node.left.kind === 'name') return ['calendar'];
    if (/^([-/<>]|<=|>=)$/.test(node.op) && sameColumn(node.left, node.right)) return ['momentum'];
  }
  if (node.kind === 'call') {
    const name = calledName(node) ?? '';
    const windowed =
      node.args.some((a) => a.kind === 'spread') ||
      (node.callee.kind === 'member' &&
        node.callee.object.kind === 'call' &&
        calledName(node.callee.object) === 'rolling');
    if (/^(max|min)$/.test(name) && windowed) return ['donchian'];
    if (name === 'std' || name === 'sqrt') return ['volatility'];
    if (name === 'ewm') return ['ema'];
    if (name === 'mean' && windowed) return ['sma'];
  }
  return [];
}

function isSum(node: Node): boolean {
  return node.kind === 'binary' && node.op === '+' && numeric(node.right) === null;
}

/** `c[i]` and `c[i - k]`, or `c` and `c.shift(k)`. */
function sameColumn(left: Node, right: Node): boolean {
  const column = (n: Node): string | null => {
    if (n.kind === 'index')
      return n.object.kind === 'name' || n.object.kind === 'member' ? n.object.name : column(n.object);
    if (n.kind === 'call' && n.callee.kind === 'member' && n.callee.name === 'shift')
      return column(n.callee.object);
    if (n.kind === 'member') return /^(iloc|values)$/.test(n.name) ? column(n.object) : n.name;
    return n.kind === 'name' ? n.name : null;
  };
  const both = column(left);
  return (
    both !== null && both === column(right) && JSON.stringify(strip(left)) !== JSON.stringify(strip(right))
  );
}

function strip(node: Node): unknown {
  return JSON.parse(
    JSON.stringify(node, (key, value: unknown) =>
      key === 'start' || key === 'end' || key === 'line' ? undefined : value,
    ),
  );
}
