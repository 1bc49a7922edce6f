/** After one of these, or at the start, a slash begins a regular expression. */
const BEFORE_REGEX = /(^|[=([{,;:!&|?+\-*%~^<>]|\b(?:return|typeof|case|in|of|await|yield|void|delete))\s*$/;

/** For each line of TypeScript: does it start in code, rather than inside a template literal or a block comment? */
export function lineStartsInCode(source: string): boolean[] {
  const starts = [true];
  const braces: number[] = []; // for each open ${ the depth of braces inside it
  let inTemplate = false;
  for (let i = 0; i < source.length; i++) {
    const c = source[i];
    if (c === '\n') starts.push(!inTemplate);
    else if (inTemplate) {
      if (c === '\\') i += source[i + 1] === '\n' ? 0 : 1;
      else if (c === '`') inTemplate = false;
      else if (c === '$' && source[i + 1] === '{') {
        braces.push(0);
        inTemplate = false;
        i++;
      }
    } else if (c === '`') inTemplate = true;
    else if (c === '{' && braces.length > 0) braces[braces.length - 1] = (braces.at(-1) ?? 0) + 1;
    else if (c === '}' && braces.length > 0) {
      const depth = braces.at(-1) ?? 0;
      if (depth > 0) braces[braces.length - 1] = depth - 1;
      else {
        braces.pop();
        inTemplate = true;
      }
    } else {
      const skipped = skipToken(source, i);
      for (let n = i; n < skipped; n++) if (source[n] === '\n') starts.push(false);
      i = Math.max(i, skipped - 1);
    }
  }
  return starts;
}

/** The end of a string, comment or regular expression that starts at `i`, else `i`. */
function skipToken(source: string, i: number): number {
  const rest = (pattern: RegExp) => {
    pattern.lastIndex = i;
    return i + (pattern.exec(source)?.[0].length ?? 0);
  };
  const c = source[i];
  if (c === '"') return rest(/"(?:\\.|[^"\\\n])*"?/y);
  if (c === "'") return rest(/'(?:\\.|[^'\\\n])*'?/y);
  if (c !== '/') return i;
  if (source[i + 1] === '/') return rest(/\/\/[^\n]*/y);
  if (source[i + 1] === '*') return rest(/\/\*[^]*?(?:\*\/|$)/y);
  if (!BEFORE_REGEX.test(source.slice(Math.max(0, i - 20), i))) return i;
  return rest(/\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y);
}
