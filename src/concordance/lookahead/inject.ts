/** Dose-response: one look-ahead put at the top of a strategy, to see which detectors notice. */
import type { Language } from '../../sandbox/index.js';
import { Names, strategyFunction } from '../reader/decisions.js';
import { parse } from '../syntax/parse.js';
import type { NodeOf } from '../syntax/tree.js';

export interface Injection {
  readonly id: string;
  readonly title: string;
  /** Statements on the table of bars, whose name is `df` here. */
  readonly python: string;
  readonly typescript: string;
}

/** The paper's injection first; the others are ours. */
export const INJECTIONS: readonly Injection[] = [
  {
    id: 'close-shift',
    title: "close is tomorrow's close",
    python: "df = df.copy(); df['Close'] = df['Close'].shift(-1).ffill()",
    typescript: 'df = { ...df, close: df.close.map((x, i, a) => (i + 1 < a.length ? a[i + 1] : x)) };',
  },
  {
    id: 'next-high',
    title: "close is tomorrow's high",
    python: "df = df.copy(); df['Close'] = df['High'].shift(-1).fillna(df['Close'])",
    typescript:
      'df = { ...df, close: df.close.map((x, i) => (i + 1 < df.high.length ? df.high[i + 1] : x)) };',
  },
  {
    // Rules that only compare averages of the close are unchanged by this one, and no behaviour can betray it.
    id: 'full-sample',
    title: 'close is normalised by mean and deviation of all bars',
    python: "df = df.copy(); df['Close'] = (df['Close'] - df['Close'].mean()) / df['Close'].std()",
    typescript:
      'const mean = df.close.reduce((s, x) => s + x, 0) / df.close.length, deviation = Math.sqrt(df.close.reduce((s, x) => s + (x - mean) ** 2, 0) / df.close.length); df = { ...df, close: df.close.map((x) => (x - mean) / deviation) };',
  },
  {
    id: 'centred-average',
    title: 'close is a five-day average centred on the day',
    python: "df = df.copy(); df['Close'] = df['Close'].rolling(5, center=True, min_periods=1).mean()",
    typescript:
      'df = { ...df, close: df.close.map((_, i, a) => { const w = a.slice(Math.max(0, i - 2), i + 3); return w.reduce((s, x) => s + x, 0) / w.length; }) };',
  },
];

/**
 * The code with one look-ahead as its first statement, or null where `strategy` with a named first parameter cannot
 * be found.
 * @throws RangeError for an id that is not in INJECTIONS
 */
export function inject(code: string, language: Language, id: string): string | null {
  const injection = INJECTIONS.find((i) => i.id === id);
  if (!injection)
    throw new RangeError(`no injection ${id}; there are ${INJECTIONS.map((i) => i.id).join(', ')}`);
  const program = parse(code, language).body;
  const main = strategyFunction(program, new Names(program));
  const frame = main?.params[0]?.name;
  if (!main || !frame) return null;
  const statement = (language === 'python' ? injection.python : injection.typescript).replaceAll(
    /\bdf\b/g,
    frame,
  );
  return language === 'python' ? intoPython(code, main, statement) : intoTypeScript(code, main, statement);
}

function intoTypeScript(code: string, main: NodeOf<'function'>, statement: string): string {
  const { body } = main;
  if (body.kind === 'block') {
    const inside = body.start + 1;
    return `${code.slice(0, inside)}\n  ${statement}${code.slice(inside)}`;
  }
  // An expression may stand in brackets that its node does not hold: take all from the arrow on.
  const arrow = code.lastIndexOf('=>', body.start) + 2;
  return `${code.slice(0, arrow)} {\n  ${statement}\n  return ${code.slice(arrow, main.end)};\n}${code.slice(main.end)}`;
}

function intoPython(code: string, main: NodeOf<'function'>, statement: string): string | null {
  const first = main.body.kind === 'block' ? main.body.body[0] : undefined;
  if (!first) return null;
  const line = code.lastIndexOf('\n', first.start - 1) + 1;
  const indent = code.slice(line, first.start);
  const separator = indent.trim() === '' ? `\n${indent}` : '; ';
  return `${code.slice(0, first.start)}${statement}${separator}${code.slice(first.start)}`;
}
