/** Inline markup of captions, heads, notes and prose: Markdown, `$TeX$`, and `@[id]` for a cross-reference. */
import katex from 'katex';
import MarkdownIt from 'markdown-it';
import { UserError } from '../base/errors.js';
import { typesetMinus } from './format.js';
import { referenceToken } from './numbering.js';

const markdown = new MarkdownIt({ html: true, typographer: true });
markdown.inline.ruler.before('escape', 'math', (state, silent) => {
  const found = /^\$((?:[^$\\]|\\.)+)\$/.exec(state.src.slice(state.pos));
  if (!found) return false;
  if (!silent) state.push('html_inline', '', 0).content = tex(found[1]!);
  state.pos += found[0].length;
  return true;
});
markdown.inline.ruler.before('link', 'reference', (state, silent) => {
  const found = /^@\[([\w-]+)\]/.exec(state.src.slice(state.pos));
  if (!found) return false;
  if (!silent) state.push('html_inline', '', 0).content = referenceToken(found[1]!);
  state.pos += found[0].length;
  return true;
});
markdown.renderer.rules.text = (tokens, at) => escapeHtml(tokens[at]!.content);

/** One line of markup as HTML. */
export function inline(text: string): string {
  return markdown.renderInline(text);
}

/** The plain text between formulas and references, for finding a caption in a PDF. */
export function fragments(text: string): string[] {
  return text
    .split(/\$(?:[^$\\]|\\.)+\$|@\[[\w-]+\]/)
    .map((part) => unescapeHtml(inline(part).replace(/<[^>]*>/g, '')).trim())
    .filter((part) => part !== '');
}

function unescapeHtml(html: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name]!);
}

/** Paragraphs, lists and raw HTML as HTML. */
export function prose(text: string): string {
  return markdown.render(text.replace(/^[ \t]+/gm, ''));
}

/** A formula; with `display` on a line of its own. The TeX itself is what a screen reader says. */
export function tex(source: string, display = false): string {
  try {
    const html = katex.renderToString(source, { output: 'html', displayMode: display, strict: 'ignore' });
    return `<span role="math" aria-label="${escapeHtml(source)}">${html}</span>`;
  } catch (error) {
    if (!(error instanceof katex.ParseError)) throw error;
    throw new UserError(`The formula "${source}" cannot be set: ${error.message}.`, 'Correct its TeX.');
  }
}

/** Plain text for HTML, numbers with a true minus. */
export function escapeHtml(text: string): string {
  return typesetMinus(text).replace(
    /[&<>"']/g,
    (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]!,
  );
}
