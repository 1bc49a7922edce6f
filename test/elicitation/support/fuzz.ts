/** Mangles replies as networks and models do, and holds the parser to what must always be true. */
import * as assert from 'uvu/assert';
import { parseDelivery, PARSE_FAILURES, parseProse } from 'fides/elicitation';
import type { Language } from 'fides/sandbox';
import { random, type Random } from '#fides/base/random.js';

const PIECES = [
  '```',
  '```ts\n',
  '```python\n',
  '~~~',
  '\n',
  '\r\n',
  '<think>',
  '</think>',
  'Claimed edge:',
  'function strategy(',
  'def strategy(df):\n',
  '{',
  '}',
  '"',
  '“',
  '\\',
  '\u0000',
  '\u2028',
  '😀',
  '\ud800',
  '<|im_end|>',
  '<|channel|>final',
  '    ',
  '|',
  '*'.repeat(40),
];

/** Runs `count` mangled replies through the parser; throws with the reply when a law is broken. */
export function fuzzReplies(replies: readonly string[], count: number, seed: number): void {
  const r = random(seed);
  for (let n = 0; n < count; n++) {
    let text = replies[r.integer(replies.length)]!;
    for (let edits = r.integer(6); edits >= 0; edits--) text = mangled(text, replies, r);
    const asked: Language = r.next() < 0.5 ? 'typescript' : 'python';
    const { failure, code, prose } = parseDelivery(text, asked);
    const report = JSON.stringify(text);
    if (failure === null) assert.match(code, /strategy/, report);
    else assert.ok(PARSE_FAILURES.includes(failure) && code === '', report);
    assert.is(prose, prose.trim(), report);
    parseProse(text);
  }
}

function mangled(text: string, replies: readonly string[], r: Random): string {
  const at = r.integer(text.length + 1);
  const piece = PIECES[r.integer(PIECES.length)]!;
  switch (r.integer(5)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + r.integer(60));
    case 2:
      return text.slice(0, at) + piece + text.slice(at);
    case 3:
      return text.slice(0, at) + piece.repeat(r.integer(30)) + text.slice(at);
    default:
      return text.slice(0, at) + replies[r.integer(replies.length)]!.slice(at);
  }
}
