/** Which of a reply's code is the strategy, and what of the rest it needs. */
import type { Language } from '../../sandbox/index.js';
import { languageOfTag } from '../languages.js';
import { looksCutOff } from './complete.js';
import type { Segment } from './segments.js';

const PYTHON_STRATEGY = /^[ \t]*(?:async[ \t]+)?def[ \t]+strategy[ \t]*\(/m;
const SCRIPT_STRATEGY =
  /\bfunction\s*\*?\s+strategy\s*[(<]|\b(?:const|let|var)\s+strategy\b\s*(?::[^=\n]+(?:=>[^=\n]+)?)?=|\bexports?\.strategy\s*=/;

export interface Code {
  readonly code: string;
  readonly language: Language;
  readonly closed: boolean;
}

/** Whether the text defines strategy(df) in either kind of language. */
export function definesStrategy(text: string): boolean {
  return PYTHON_STRATEGY.test(text) || SCRIPT_STRATEGY.test(text);
}

/** The language of a block: what its definition shows, then its tag, then what was asked for. */
export function languageOf(text: string, tag: string, asked: Language): Language {
  const tagged = languageOfTag(tag);
  if (PYTHON_STRATEGY.test(text)) return 'python';
  if (SCRIPT_STRATEGY.test(text))
    return tagged === null || tagged === 'python' ? scriptLanguage(asked) : tagged;
  return tagged ?? asked;
}

const scriptLanguage = (asked: Language): Language => (asked === 'python' ? 'typescript' : asked);

/** Whether a fenced block holds code at all, rather than prose or data put in a fence. */
export function looksLikeCode({ text, tag }: Segment): boolean {
  if (languageOfTag(tag) !== null || definesStrategy(text)) return true;
  if (tag !== '') return !['text', 'txt', 'plaintext', 'plain', 'none'].includes(tag);
  return (
    /[{};]\s*$|^\s*(?:def|import|from|return|const|let|var|function|for|if)\b.*[:;{)]?\s*$/m.test(text) &&
    /[=(]/.test(text)
  );
}

/**
 * The strategy among the blocks: of those that define it whole, the last in the language asked for, else the last of
 * all (a later version replaces an earlier one), with the earlier blocks whose definitions it uses put before it.
 */
export function strategyOf(blocks: readonly Segment[], asked: Language): Code | null {
  const family = (language: Language) => (language === 'python' ? 'python' : 'script');
  const candidates = blocks
    .map((block, at) => ({ block, at, language: languageOf(block.text, block.tag, asked) }))
    .filter(({ block }) => definesStrategy(block.text));
  const whole = candidates.filter(
    ({ block, language }) => block.closed || !looksCutOff(block.text, language),
  );
  const eligible = whole.length > 0 ? whole : candidates;
  const chosen =
    eligible.filter(({ language }) => family(language) === family(asked)).at(-1) ?? eligible.at(-1);
  if (!chosen) return null;
  const parts = [chosen.block.text];
  for (const block of blocks.slice(0, chosen.at).reverse()) {
    const sameKind = family(languageOf(block.text, block.tag, asked)) === family(chosen.language);
    if (sameKind && !definesStrategy(block.text) && usedBy(parts.join('\n'), block.text))
      parts.unshift(block.text);
  }
  return { code: parts.join('\n\n'), language: chosen.language, closed: chosen.block.closed };
}

const DEFINITION =
  /^(?:export\s+)?(?:async\s+)?(?:function|def|class|const|let|var|type|interface|enum)\s+([A-Za-z_$][\w$]*)|^([A-Z_][A-Z\d_]*)\s*=/gm;
const PYTHON_IMPORT = /^(?:import\s+([\w.]+)(?:\s+as\s+(\w+))?|from\s+[\w.]+\s+import\s+(.+))$/gm;

/** Whether `code` uses a name that `other` defines and `code` does not. */
function usedBy(code: string, other: string): boolean {
  const own = new Set(namesIn(code));
  return namesIn(other).some(
    (name) => !own.has(name) && new RegExp(`(?<![\\w$.])${name.replace(/\$/g, '\\$')}(?![\\w$])`).test(code),
  );
}

function namesIn(code: string): string[] {
  const defined = [...code.matchAll(DEFINITION)].map((m) => m[1] ?? m[2]!);
  const imported = [...code.matchAll(PYTHON_IMPORT)].flatMap(([, module, alias, names]) =>
    names === undefined
      ? [alias ?? module!.split('.')[0]!]
      : names.split(',').map((name) =>
          name
            .trim()
            .split(/\s+as\s+/)
            .at(-1)!
            .replace(/[()]/g, ''),
        ),
  );
  return [...defined, ...imported].filter((name) => name !== '');
}
