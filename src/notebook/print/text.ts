/** Text for pages: only characters for which a report has glyphs. */

/** Latin, Greek, Cyrillic, punctuation and the signs that the report's fonts are known to hold. */
const COVERED =
  /[\n\t\u0020-\u007e\u00a0-\u024f\u0391-\u03a1\u03a3-\u03c9\u0401\u0410-\u044f\u0451\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122\u2190-\u2193\u2202\u2207\u2208\u2212\u221a\u221d\u221e\u2227-\u222b\u223c\u2248\u2261\u2264\u2265\u2282\u2283]/u;

/** Frames of console.table and of progress bars. */
const FRAMES: readonly [RegExp, string][] = [
  [/[\u2500\u2501\u2504\u2505\u2508\u2509\u254c\u254d\u2550]/g, '-'],
  [/[\u2502\u2503\u2506\u2507\u250a\u250b\u2551]/g, '|'],
  [/[\u250c-\u254b\u2552-\u256c]/g, '+'],
  [/[\u2588\u2593]/g, '#'],
  [/[\u2591\u2592]/g, '.'],
];

/** Other characters are written as their code points, such as \\u{1F600}, so that none is lost unseen. */
export function drawable(text: string): string {
  const plain = FRAMES.reduce((t, [frame, sign]) => t.replace(frame, sign), text.replace(/\r\n?/g, '\n'));
  return [...plain]
    .map((c) => (COVERED.test(c) ? c : `\\u{${c.codePointAt(0)!.toString(16).toUpperCase()}}`))
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => ESCAPES[c]!);
}

const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007]*(?:\u0007|\u001b\\))/g;

/** What a terminal would show: colours left out, lines that were overwritten as they ended. */
export function terminalText(text: string): string {
  return text
    .replace(ANSI, '')
    .split('\n')
    .map((line) => line.replace(/\r+$/, '').split('\r').at(-1)!)
    .join('\n');
}
