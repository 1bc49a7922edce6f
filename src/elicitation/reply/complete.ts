/** Whether code that ends without a closing fence is whole, or was cut off by the token limit. */
import type { Language } from '../../sandbox/index.js';

const STRINGS_AND_COMMENTS: Readonly<Record<'script' | 'python', RegExp>> = {
  script: /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`/g,
  python: /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|#[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g,
};

/** Brackets opened and not closed, strings and comments aside. */
export function unclosedBrackets(code: string, language: Language): number {
  const bare = code.replace(STRINGS_AND_COMMENTS[language === 'python' ? 'python' : 'script'], ' ');
  let depth = 0;
  for (const c of bare) {
    if ('([{'.includes(c)) depth++;
    else if (')]}'.includes(c)) depth--;
  }
  return depth;
}

/** True when brackets stand open, or Python stops before its function returns. */
export function looksCutOff(code: string, language: Language): boolean {
  if (unclosedBrackets(code, language) > 0) return true;
  if (language !== 'python') return false;
  const body = code.slice(code.search(/^[ \t]*(?:async[ \t]+)?def[ \t]+strategy\b/m));
  return !/^[ \t]+return\b/m.test(body) || /[:,=\\+*/-]\s*$/.test(body.trimEnd());
}
