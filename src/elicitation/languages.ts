/** What prompts say about the languages that strategies are written in. */
import type { Language } from '../sandbox/index.js';

export interface LanguageWords {
  /** Its name in a sentence. */
  readonly language: string;
  /** The word after an opening fence. */
  readonly tag: string;
  /** How code reads the closes, for the compact forms. */
  readonly closes: string;
  /** The template that holds the contract of strategy(df), for the full forms. */
  readonly contract: string;
}

const arrays = (language: string, tag: string): LanguageWords => ({
  language,
  tag,
  closes: 'df.close',
  contract: 'contract.arrays.njk',
});

export const LANGUAGES: Readonly<Record<Language, LanguageWords>> = {
  typescript: arrays('TypeScript', 'ts'),
  javascript: arrays('JavaScript', 'js'),
  python: {
    language: 'Python',
    tag: 'python',
    closes: "df['Close']",
    contract: 'contract.python.njk',
  },
};

const TAGS: Readonly<Record<string, Language>> = {
  ts: 'typescript',
  typescript: 'typescript',
  tsx: 'typescript',
  js: 'javascript',
  javascript: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  node: 'javascript',
  py: 'python',
  python: 'python',
  python3: 'python',
};

/** The language that a fence's tag names; null when it names none that strategies are written in. */
export function languageOfTag(tag: string): Language | null {
  return TAGS[tag.toLowerCase()] ?? null;
}
