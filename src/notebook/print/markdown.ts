/** Markdown cells: as Jupyter shows them, with `$TeX$`, raw HTML sanitised, and pictures from beside the notebook. */
import { existsSync, readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import katex from 'katex';
import MarkdownIt from 'markdown-it';
import { textOf, type MimeBundle, type MultilineText } from '../format/types.js';
import { highlight } from './code.js';
import { allowedHtml, sanitise } from './markup.js';
import { escapeHtml } from './text.js';

export interface MarkdownPlace {
  /** Folder of the notebook, from which pictures are read. */
  readonly folder: string;
  readonly attachments?: Readonly<Record<string, MimeBundle>>;
}

/** Stand for formulas until all else is sanitised; a private character cannot come from a notebook, see text.ts. */
const HOLD = (n: number): string => `%%formula-${n}-${SEAL}%%`;
const SEAL = 'f1de5';

export function markdownHtml(source: string, place: MarkdownPlace): string {
  const formulas: string[] = [];
  const hold = (html: string) => HOLD(formulas.push(html) - 1);
  const markdown = new MarkdownIt({
    html: true,
    linkify: false,
    highlight: (code, name) => highlight(code, name),
  });
  addMaths(markdown, hold);
  markdown.core.ruler.push('pictures', ({ tokens }) => {
    for (const token of tokens)
      for (const child of token.children ?? [])
        if (child.type === 'image') child.attrSet('src', picture(child.attrGet('src') ?? '', place));
  });
  const html = sanitise(markdown.render(source.replaceAll(SEAL, '')), allowedHtml);
  return html.replace(
    new RegExp(`%%formula-(\\d+)-${SEAL}%%`, 'g'),
    (_, n: string) => formulas[Number(n)] ?? '',
  );
}

function addMaths(markdown: MarkdownIt, hold: (html: string) => string): void {
  markdown.inline.ruler.before('escape', 'math', (state, silent) => {
    const found = /^(\$\$?)(?=\S)((?:[^$\\]|\\[^])*?[^\s\\$]|\\[^])\1(?!\d)/.exec(state.src.slice(state.pos));
    if (!found) return false;
    if (!silent) state.push('text', '', 0).content = hold(formula(found[2]!, found[1] === '$$'));
    state.pos += found[0].length;
    return true;
  });
  markdown.block.ruler.before('paragraph', 'math', (state, line, end, silent) => {
    const first = state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
    if (!first.startsWith('$$')) return false;
    let last = line;
    const upTo = () => state.getLines(line, last + 1, state.tShift[line]!, false).trim();
    while (!/^\$\$[^]+\$\$$/.test(upTo()) && last + 1 < end) last += 1;
    const found = /^\$\$([^]+)\$\$$/.exec(upTo());
    if (!found) return false;
    if (silent) return true;
    state.push('html_block', '', 0).content = `<p>${hold(formula(found[1]!, true))}</p>`;
    state.line = last + 1;
    return true;
  });
}

/** TeX as HTML; what KaTeX cannot set is shown as it is written. */
export function formula(source: string, display: boolean): string {
  try {
    return katex.renderToString(source, {
      output: 'html',
      displayMode: display,
      strict: 'ignore',
      trust: false,
    });
  } catch {
    return `<code>${escapeHtml(source)}</code>`;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.png': 'png',
  '.jpg': 'jpeg',
  '.jpeg': 'jpeg',
  '.gif': 'gif',
  '.webp': 'webp',
};

/** A picture as a data address: one that is attached to the cell, or a file beside the notebook; else as it is. */
function picture(source: string, { folder, attachments = {} }: MarkdownPlace): string {
  if (source.startsWith('attachment:')) {
    const [type, data] = Object.entries(attachments[decodeURI(source.slice(11))] ?? {})[0] ?? [];
    return type ? `data:${type};base64,${textOf(data as MultilineText)}` : source;
  }
  const type = TYPES[extname(source).toLowerCase()];
  if (/^[a-z]+:/i.test(source) || type === undefined) return source;
  const path = resolve(folder, decodeURI(source));
  return existsSync(path) ? `data:image/${type};base64,${readFileSync(path, 'base64')}` : source;
}

/** The first heading of a text, without markup, and the text without it; null where there is none. */
export function firstHeading(source: string): { readonly title: string; readonly rest: string } | null {
  const tokens = new MarkdownIt().parse(source, {});
  const at = tokens.findIndex(({ type }) => type === 'heading_open');
  const [from, to] = tokens[at]?.map ?? [];
  if (from === undefined || to === undefined) return null;
  const words = (tokens[at + 1]?.children ?? []).map(({ type, content }) =>
    type === 'softbreak' ? ' ' : content,
  );
  const lines = source.split('\n');
  return { title: words.join(''), rest: [...lines.slice(0, from), ...lines.slice(to)].join('\n') };
}
