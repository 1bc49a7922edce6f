/** A reply's text without what is not part of the answer: thoughts, control tokens, line-end and space variants. */

export interface Cleaned {
  readonly text: string;
  /** A thought was opened and never closed: what follows is no answer. */
  readonly thoughtOpen: boolean;
}

const THOUGHT = '(think|thinking|thought|reasoning|reflection|scratchpad|analysis)';
const CLOSED_THOUGHT = new RegExp(String.raw`<${THOUGHT}>[\s\S]*?</\1>`, 'gi');
const OPEN_THOUGHT = new RegExp(String.raw`^[ \t]*<${THOUGHT}>[\s\S]*$`, 'im');
const STRAY_CLOSE = new RegExp(String.raw`^[\s\S]*</${THOUGHT}>`, 'i');

/** gpt-oss writes channels; the answer is what follows the last `final`. */
const CHANNELS = /^[\s\S]*<\|channel\|>\s*final\s*(?:<\|[a-z_]+\|>)?/;

/** End-of-turn and role markers of common chat templates, where a backend leaves them in. */
const CONTROL = new RegExp(
  [
    String.raw`<\|im_start\|>(?:assistant)?\n?`,
    String.raw`<\|start_header_id\|>\s*assistant\s*<\|end_header_id\|>\n?`,
    String.raw`<start_of_turn>(?:model)?\n?`,
    String.raw`<end_of_turn>|</?s>|\[/?INST\]|<\|[a-z][a-z_]{1,30}\|>|<｜[^｜\n]{1,40}｜>`,
  ].join('|'),
  'g',
);

export function cleanReply(reply: string): Cleaned {
  let text = reply
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(CHANNELS, '')
    .replace(CLOSED_THOUGHT, '')
    // Where the chat template itself opens the thought, the reply holds only its end.
    .replace(STRAY_CLOSE, '');
  const thoughtOpen = OPEN_THOUGHT.test(text);
  text = text
    .replace(OPEN_THOUGHT, '')
    .replace(CONTROL, '')
    .replace(/[\u200B\u200C\u200D\u2060\uFEFF]/g, '');
  return { text: text.trim(), thoughtOpen };
}

/**
 * Code with the characters that typesetting put in place of ASCII: quotes, minus signs, spaces. An apostrophe between
 * letters stays, since it stands in a comment or a string.
 */
export function asciiCode(code: string): string {
  return code
    .replace(/[“”„‟«»]/g, '"')
    .replace(/(?<!\p{L})[‘’‚‛]|[‘’‚‛](?!\p{L})/gu, "'")
    .replace(/[\u2212\u2013](?=\s*[\d\p{L}(])/gu, '-')
    .replace(/[\u00A0\u2000-\u200A\u202F\u3000]/g, ' ')
    .replace(/≥/g, '>=')
    .replace(/≤/g, '<=')
    .replace(/≠/g, '!=');
}
