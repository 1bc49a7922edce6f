/** Code that a reply gives without any fence: found from its definition of strategy(df), outwards line by line. */
import type { Language } from '../../sandbox/index.js';
import { definesStrategy, languageOf } from './code.js';
import { unclosedBrackets } from './complete.js';

export interface Bare {
  readonly code: string;
  readonly language: Language;
  /** The lines around the code. */
  readonly text: string;
}

/** A line that is code in itself, in either language. */
const CODE_LINE =
  /^\s*$|^[ \t]+\S|^(?:import|from)\s+[\w.{*"']|^(?:export|async|function|const|let|var|type|interface|class|def|return|if|for|while|else|elif|try|except)\b.*[:;{}(),=>[\]]|^[})\]]|^(?:\/\/|#(?!#*\s*[A-Z][^()=]*$)|\/\*|\*|"""|@\w)|^[A-Za-z_$][\w$.[\]]*\s*(?:[+\-*/]?=[^=>]|\().*[;)\]\w]$/;

export function bareCode(text: string, asked: Language): Bare | null {
  if (!definesStrategy(text)) return null;
  const lines = text.split('\n');
  const at = lines.findIndex(
    (line, i) => definesStrategy(line) || definesStrategy(lines.slice(i, i + 2).join('\n')),
  );
  if (at < 0) return null;
  const language = languageOf(lines.slice(at).join('\n'), '', asked);
  let from = at;
  while (from > 0 && CODE_LINE.test(lines[from - 1]!)) from--;
  let to = language === 'python' ? at + 1 : endOfBrackets(lines, at);
  while (to < lines.length && CODE_LINE.test(lines[to]!)) to++;
  return {
    code: lines.slice(from, to).join('\n').trim(),
    language,
    text: [lines.slice(0, from).join('\n').trim(), lines.slice(to).join('\n').trim()]
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}

/** The line after the one on which the brackets opened from `at` on are all closed; the end when they never are. */
function endOfBrackets(lines: readonly string[], at: number): number {
  for (let to = at + 1; to <= lines.length; to++) {
    const part = lines.slice(at, to).join('\n');
    if (part.includes('{') && unclosedBrackets(part, 'typescript') <= 0) return to;
  }
  return lines.length;
}
