/** The paper's static look-ahead patterns, on the source text as it stands: comments and strings count, as in the paper. */
import type { Language } from '../../sandbox/index.js';
import type { Finding } from '../types.js';

interface Pattern {
  readonly name: string;
  readonly text: RegExp;
  readonly reason: string;
}

/** As printed in the paper, section on do->real. */
const PYTHON: readonly Pattern[] = [
  {
    name: 'shift(-n)',
    text: /\.shift\(\s*(?:periods\s*=\s*)?-\s*\d/g,
    reason: 'shifts later values back to this bar',
  },
  {
    name: 'pct_change(-n)',
    text: /\.pct_change\(\s*(?:periods\s*=\s*)?-\s*\d/g,
    reason: 'measures the change from a later bar',
  },
  { name: 'center=True', text: /\bcenter\s*=\s*True\b/g, reason: 'a centred window holds later bars' },
  { name: 'iloc[..+1]', text: /\.iloc\[[^\]\n]*\+\s*1\s*[\],]/g, reason: 'reads the bar after this one' },
];

/** Their counterparts for TypeScript and JavaScript [ours]. Assigning to `[i + 1]` is a lag, not a look ahead. */
const TYPESCRIPT: readonly Pattern[] = [
  {
    name: '[i+n]',
    text: /\[\s*(?:i|t|idx|index|day|bar)\s*\+\s*\d+\s*\]!?(?!\s*=[^=])/g,
    reason: 'reads a bar after this one',
  },
  {
    name: 'at(i+n)',
    text: /\.at\(\s*(?:i|t|idx|index|day|bar)\s*\+\s*\d+\s*\)/g,
    reason: 'reads a bar after this one',
  },
  {
    name: 'shift(x, -n)',
    text: /\b(?:shift|lag|roll)\((?:[^()\n]*,)?\s*-\s*\d+\s*\)/g,
    reason: 'shifts later values back to this bar',
  },
  {
    name: 'center: true',
    text: /\bcent(?:er|re)(?:ed)?\s*[:=]\s*true\b/g,
    reason: 'a centred window holds later bars',
  },
];

/** Every match of the paper's patterns, by line. This alone feeds do->real. */
export function paperFindings(code: string, language: Language): Finding[] {
  return (language === 'python' ? PYTHON : TYPESCRIPT)
    .flatMap(({ name, text, reason }) =>
      [...code.matchAll(text)].map((match): Finding => ({
        detector: 'paper',
        pattern: name,
        line: lineOf(code, match.index ?? 0),
        reason,
      })),
    )
    .sort((a, b) => a.line - b.line);
}

function lineOf(code: string, offset: number): number {
  let line = 1;
  for (let i = 0; i < offset; i++) if (code[i] === '\n') line += 1;
  return line;
}
