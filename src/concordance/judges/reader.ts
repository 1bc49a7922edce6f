/**
 * The judge without a language model: what the prose says is read by rules, what the code does is read from its
 * syntax tree, and the two are compared. Every check comes with its reason. It reads text, not behaviour: a rule
 * that neither side spells out in a way it knows is given the benefit of the doubt, and the reason says so.
 */
import type { Language } from '../../sandbox/index.js';
import type { JudgeChecks, Verdict } from '../types.js';
import { readCode, type Atom, type CodeFacts } from '../reader/code.js';
import {
  readProse,
  RISKS,
  type ProseFacts,
  type ProseNumber,
  type Relation,
  type Risk,
} from '../reader/prose.js';
import { numeric, type Node } from '../syntax/tree.js';
import { IMPLIES, words, type Family } from '../reader/vocabulary.js';

/** A check with what speaks against it; nothing against it is a yes. */
interface Check {
  readonly against: readonly string[];
  readonly seen: string;
}

/** @example readerVerdict('Go long when the 20-day SMA is above the 50-day SMA.', code, 'typescript').checks */
export function readerVerdict(prose: string, code: string, language: Language): Verdict {
  const says = readProse(prose);
  const does = readCode(code, language);
  if (does.long === false && does.short === false) {
    const checks = { d: false, i: false, x: false, m: false };
    return {
      judge: 'reader',
      checks,
      score: 0,
      evidence: ['no position other than flat is taken anywhere in the code'],
    };
  }
  const results = {
    d: directions(says, does),
    i: indicators(says, does),
    x: exits(says, does),
    m: extras(says, does),
  };
  const checks = Object.fromEntries(
    Object.entries(results).map(([key, check]) => [key, check.against.length === 0]),
  ) as unknown as JudgeChecks;
  const evidence = Object.entries(results).map(([key, { against, seen }]) =>
    against.length === 0 ? `${key} yes: ${seen}` : `${key} no: ${against.join('; ')}`,
  );
  if (!does.valid) evidence.push('the code has syntax errors; what could be read of it was compared');
  return { judge: 'reader', checks, score: mean(checks), evidence };
}

function mean(checks: JudgeChecks): number {
  return (Number(checks.d) + Number(checks.i) + Number(checks.x) + Number(checks.m)) / 4;
}

function directions(says: ProseFacts, does: CodeFacts): Check {
  const against: string[] = [];
  if (says.short && does.short === false) against.push('the prose sells short, the code never does');
  if (says.directionStated && !says.short && does.short === true) {
    against.push('the code sells short, the prose does not');
  }
  if (says.long && does.long === false) against.push('the prose buys, the code never does');
  for (const relation of says.longEntry) {
    const signs = does.longEntries.flatMap((atom) => signOf(relation, atom, does));
    if (signs.length > 0 && !signs.includes(relation.sign)) {
      against.push(`the prose buys when "${relation.text}", the code when the opposite holds`);
    }
  }
  const name = (long: boolean | null, short: boolean | null) =>
    [long && 'long', short && 'short'].filter(Boolean).join(' and ') || 'unclear';
  return { against, seen: `prose ${name(says.long, says.short)}, code ${name(does.long, does.short)}` };
}

/** The side that the code takes in a relation of the prose: +1 above, -1 below; empty when the atom is about something else. */
function signOf(relation: Relation, atom: Atom, does: CodeFacts): (1 | -1)[] {
  const up = /^>/.test(atom.op) ? 1 : /^</.test(atom.op) ? -1 : 0;
  if (up === 0) return [];
  const left = sideOf(atom.left, does);
  const right = sideOf(atom.right, does);
  const oriented = (isLeft: boolean): (1 | -1)[] => [(isLeft ? up : -up) as 1 | -1];
  switch (relation.kind) {
    case 'fast-slow':
      if (left.pace !== 0 && left.pace === -right.pace) return oriented(left.pace > 0);
      if (left.lookback === null || right.lookback === null || left.lookback === right.lookback) return [];
      return left.price || right.price ? [] : oriented(left.lookback < right.lookback);
    case 'price-average':
      if (left.price === right.price || !(atom.families.has('sma') || atom.families.has('ema'))) return [];
      if (atom.families.has('volatility') || atom.families.has('bollinger')) return [];
      return oriented(left.price);
    case 'price-band':
      if (left.price === right.price || !(atom.families.has('volatility') || atom.families.has('bollinger')))
        return [];
      return oriented(left.price);
    case 'oscillator':
      if (!atom.families.has('rsi') || left.constant === right.constant) return [];
      return oriented(right.constant);
    case 'momentum-zero':
      if (!atom.families.has('momentum') || left.constant === right.constant) return [];
      return oriented(right.constant);
    case 'price-channel':
      return left.price === right.price || !atom.families.has('donchian') ? [] : oriented(left.price);
  }
}

interface Side {
  readonly price: boolean;
  readonly constant: boolean;
  readonly lookback: number | null;
  /** 1 when it is called fast or short, -1 when slow or long, 0 when neither. */
  readonly pace: number;
}

function sideOf(node: Node, does: CodeFacts): Side {
  const { names } = does;
  const facts = sideFacts(node, names, 0);
  return {
    price: facts.price && facts.numbers.length === 0 && !facts.calls,
    constant: !facts.price && !facts.calls && !facts.column,
    lookback: facts.numbers.length > 0 ? Math.max(...facts.numbers) : null,
    pace: Number(/\b(fast|short)\b/.test(facts.words)) - Number(/\b(slow|long)\b/.test(facts.words)),
  };
}

interface SideFacts {
  price: boolean;
  calls: boolean;
  column: boolean;
  numbers: number[];
  words: string;
}

/** What one side of a comparison holds, definitions followed: prices, calls of helpers, lookbacks. */
function sideFacts(node: Node, names: CodeFacts['names'], depth: number): SideFacts {
  const facts: SideFacts = { price: false, calls: false, column: false, numbers: [], words: '' };
  const merge = (other: SideFacts) => {
    facts.price ||= other.price;
    facts.calls ||= other.calls;
    facts.column ||= other.column;
    facts.numbers.push(...other.numbers);
    facts.words += other.words;
  };
  if (depth > 5) return facts;
  const follow = (n: Node) => merge(sideFacts(n, names, depth + 1));
  switch (node.kind) {
    case 'number':
      if (node.value > 2 && node.value !== 100) facts.numbers.push(node.value);
      break;
    case 'name': {
      facts.words += ` ${words(node.name)}`;
      const constant = names.constant(node.name);
      if (constant !== null) facts.numbers.push(constant);
      else {
        const meaning = names.meaning(node.name);
        facts.column = true;
        if (
          PRICE.test(node.name) &&
          meaning.every((m) => m.kind === 'member' || m.kind === 'index' || m.kind === 'call')
        )
          facts.price = true;
        for (const m of meaning) if (m.kind !== 'function') follow(m);
      }
      break;
    }
    case 'member':
      facts.column = true;
      if (/^(close|open|price|adj close)$/i.test(node.name)) facts.price = true;
      else follow(node.object);
      break;
    case 'index':
      facts.column = true;
      follow(node.object);
      break;
    case 'call':
      facts.calls =
        facts.calls || !(node.callee.kind === 'member' && /^(astype|to_numpy|copy)$/.test(node.callee.name));
      facts.column = true;
      for (const a of node.args) follow(a);
      for (const p of node.named) if (p.value) follow(p.value);
      if (node.callee.kind === 'member') follow(node.callee.object);
      break;
    case 'binary':
      follow(node.left);
      follow(node.right);
      break;
    case 'unary':
      follow(node.operand);
      break;
    default:
  }
  return facts;
}

const PRICE = /^(c|close|closes|price|prices|px|adj_?close)$/i;

function indicators(says: ProseFacts, does: CodeFacts): Check {
  const against: string[] = [];
  const asked = says.numbers.filter((n) => !n.exit);
  for (const number of asked) {
    const problem = missing(number, does);
    if (problem) against.push(problem);
  }
  for (const family of says.families) {
    if (!familyPresent(family, does.families))
      against.push(`the prose names ${LABEL[family]}, the code has none`);
  }
  const found = asked.map((n) => n.text).join(', ');
  return { against, seen: found ? `found ${found}` : 'the prose names no number' };
}

/** Why a number of the prose is not in the code; null when it is there. */
function missing(number: ProseNumber, does: CodeFacts): string | null {
  if (number.name !== null) {
    const written = [...does.constants].find(([name]) => name.toLowerCase() === number.name);
    if (written) {
      return same(number.values[0]!, written[1])
        ? null
        : `the prose says ${number.text}, the code ${written[0]} = ${written[1]}`;
    }
    if (does.names.definitions.has(number.name)) return `${number.text} is written in the code and not used`;
  }
  const forms = number.values.flatMap((v) =>
    number.role === 'percent'
      ? [v, v / 100, 1 + v / 100, 1 - v / 100, -v / 100, -v]
      : [v, -v, v / 100, v - 1, v + 1].slice(0, number.role === 'lookback' ? 5 : 3),
  );
  // A lookback may be written as its last offset (19 for 20), but only where a 20 would be odd: prefer exact forms.
  const exact = number.role === 'lookback' ? forms.filter((_, k) => k % 5 < 2) : forms;
  const shown = exact.some((form) => has(does.numbers, form));
  return shown ? null : `${number.text} of the prose is not in the code`;
}

function has(numbers: ReadonlySet<number>, value: number): boolean {
  if (numbers.has(value)) return true;
  for (const n of numbers) if (same(n, value)) return true;
  return false;
}

function same(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}

const LABEL: Readonly<Record<Family, string>> = {
  sma: 'a simple average',
  ema: 'an exponential average',
  rsi: 'an RSI',
  bollinger: 'bands',
  donchian: 'a channel or extreme',
  momentum: 'momentum or a past price',
  volatility: 'volatility',
  macd: 'a MACD',
  atr: 'an ATR',
  volume: 'volume',
  stochastic: 'a stochastic',
  zscore: 'a z-score',
  adx: 'an ADX',
  cci: 'a CCI',
  vwap: 'a VWAP',
  obv: 'an OBV',
  range: 'a gap or daily range',
  calendar: 'the calendar',
};

/** Indicators that words alone cannot tell apart in code are not asked for. */
const SOFT: ReadonlySet<Family> = new Set([
  'momentum',
  'range',
  'calendar',
  'donchian',
  'volatility',
  'zscore',
]);

function familyPresent(family: Family, seen: ReadonlySet<Family>): boolean {
  if (seen.has(family) || SOFT.has(family) || seen.size === 0) return true;
  // Averages are told apart only where the other one is there.
  if (family === 'sma') return !seen.has('ema') || seen.has('bollinger') || seen.has('macd');
  if (family === 'bollinger') return seen.has('volatility');
  return IMPLIED_BY_PARTS.has(family) && (IMPLIES[family] ?? []).every((part) => seen.has(part));
}

const IMPLIED_BY_PARTS: ReadonlySet<Family> = new Set(['macd', 'zscore', 'cci']);

function exits(says: ProseFacts, does: CodeFacts): Check {
  const against: string[] = [];
  for (const risk of RISKS) {
    const problem = compareRisk(risk, says, does);
    if (problem) against.push(problem);
  }
  for (const number of says.numbers.filter((n) => n.exit)) {
    const problem = missing(number, does);
    if (problem) against.push(problem);
  }
  if (says.signalExit && does.neverLeavesOnSignal) {
    against.push('the prose leaves a trade on a signal, the code has no such rule');
  }
  const rules = RISKS.filter((r) => says.risks[r]).map((r) =>
    `${NAMES[r]} ${says.risks[r]!.join(', ')}`.trim(),
  );
  return {
    against,
    seen: rules.length > 0 ? `${rules.join(', ')} in both` : 'no stop, target or time limit in either',
  };
}

const NAMES: Readonly<Record<Risk, string>> = {
  stop: 'stop',
  take: 'target',
  time: 'time limit',
  trailing: 'trailing stop',
};

function compareRisk(risk: Risk, says: ProseFacts, does: CodeFacts): string | null {
  const said = says.risks[risk];
  const done = does.risks[risk];
  if (said && !done) {
    // A trailing stop may be coded without its name.
    if (risk === 'trailing' && does.risks.stop) return null;
    return `the ${NAMES[risk]} of the prose is not in the code`;
  }
  if (!said && done) {
    if (risk === 'stop' && says.risks.trailing) return null;
    return `the code has a ${NAMES[risk]}${done.length > 0 ? ` (${done.join(', ')})` : ''}, the prose has none`;
  }
  if (!said || !done || said.length === 0 || done.length === 0) return null;
  const absent = said.filter((v) => !done.some((w) => same(v, w)));
  return absent.length === 0
    ? null
    : `the prose has a ${NAMES[risk]} of ${absent.join(', ')}, the code ${done.join(', ')}`;
}

function extras(says: ProseFacts, does: CodeFacts): Check {
  const against: string[] = [];
  const allowed = new Set<Family>([...says.families].flatMap((f) => [f, ...(IMPLIES[f] ?? [])]));
  if (allowed.has('ema') || allowed.has('sma')) allowed.add('sma').add('ema');
  const lines = new Set<number>();
  for (const atom of does.entries) {
    if (lines.has(atom.line)) continue;
    const reason = extraRule(atom, allowed, says);
    if (!reason) continue;
    lines.add(atom.line);
    against.push(`line ${atom.line}: ${reason}`);
  }
  const lookback = extraLookback(says, does);
  if (lookback) against.push(lookback);
  return { against, seen: 'every entry condition of the code is in the prose' };
}

function extraRule(atom: Atom, allowed: ReadonlySet<Family>, says: ProseFacts): string | null {
  if (comparesOwnPast(atom) && !YESTERDAY.test(says.text)) {
    if (comparesOneBar(atom)) return 'a price against the bar beside it, which the prose does not have';
    if (!says.families.has('momentum')) return 'a price against its own past, which the prose does not have';
  }
  const level = absoluteLevel(atom, says);
  if (level) return level;
  const foreign = [...atom.families].filter((f) => !allowed.has(f) && !IGNORED.has(f));
  const known = [...atom.families].some((f) => allowed.has(f));
  if (atom.families.size === 0) return null;
  if (known && !foreign.some((f) => STRICT.has(f))) return null;
  return foreign.length > 0 ? `a condition on ${LABEL[foreign[0]!]} that the prose does not have` : null;
}

/** Families that word lists over-report inside other indicators. */
const IGNORED: ReadonlySet<Family> = new Set(['bollinger', 'zscore']);
/** A condition that mixes in one of these is an extra rule even beside a known indicator. */
const STRICT: ReadonlySet<Family> = new Set(['volume', 'calendar', 'rsi', 'macd', 'adx']);

/** `c[i] > c[i - 1]`: both sides are the price itself. */
function comparesOwnPast({ left, right }: Atom): boolean {
  const column = (n: Node) => (n.kind === 'index' && n.object.kind === 'name' ? n.object.name : null);
  const name = column(left);
  return name !== null && PRICE.test(name) && name === column(right);
}

const YESTERDAY =
  /\b(previous|prior|yesterday\w*|preceding|last (bar|close|day)|up[- ]?days?|down[- ]?days?|daily (return|change)|one[- ]day|1[- ]day|consecutive|(higher|lower) (close|than)|rising|falling|rises|turns? (up|down)|closes (up|down))\b/i;

function comparesOneBar({ left, right }: Atom): boolean {
  const offset = (node: Node) => (node.kind === 'index' ? step(node.at) : NaN);
  return Math.abs(offset(left) - offset(right)) === 1;
}

/** 1 in `i + 1`, -1 in `i - 1`, 0 in `i`; NaN when the step is not a number. */
function step(at: Node): number {
  if (at.kind === 'name') return 0;
  if (at.kind !== 'binary') return NaN;
  const size = numeric(at.right) ?? NaN;
  return at.op === '+' ? size : at.op === '-' ? -size : NaN;
}

/** A price against a bare number that the prose does not name as a level. */
function absoluteLevel({ left, right }: Atom, says: ProseFacts): string | null {
  const priced = [left, right].find(
    (n) => n.kind === 'index' && n.object.kind === 'name' && PRICE.test(n.object.name),
  );
  const level = numeric(priced === left ? right : left);
  if (!priced || level === null || level === 0) return null;
  const said = says.numbers.some((n) => n.role === 'threshold' && n.values.some((v) => same(v, level)));
  return said ? null : `a fixed price level of ${level} that the prose does not have`;
}

/** A lookback more than the prose has, not one in the place of another. */
function extraLookback(says: ProseFacts, does: CodeFacts): string | null {
  const wanted = says.numbers.filter((n) => n.role === 'lookback' || n.role === 'threshold');
  if (wanted.length === 0) return null;
  const values = new Set(says.numbers.flatMap((n) => n.values));
  const text = says.text.replace(/\b(stop|take|time)\s*=\s*\S+/gi, ' ');
  const used = new Set(
    does.entries.flatMap((a) => a.numbers).filter((n) => Number.isInteger(n) && n > 2 && n !== 100),
  );
  const unexplained = [...used].filter(
    (n) => !values.has(n) && !values.has(n + 1) && !values.has(-n) && !new RegExp(`\\b${n}\\b`).test(text),
  );
  const unmatched = wanted.filter((n) => missing(n, does) !== null).length;
  return unexplained.length > unmatched
    ? `the code's entries use ${unexplained.join(', ')}, which the prose does not name`
    : null;
}
