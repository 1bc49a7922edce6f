/** Outputs of cells as blocks of a page: the richest form that paper can show. */
import type { Drawing } from '../../report/index.js';
import { textOf, type MimeBundle, type MultilineText, type Output } from '../format/types.js';
import { formula, markdownHtml, type MarkdownPlace } from './markdown.js';
import { allowedHtml, allowedSvg, sanitise } from './markup.js';
import { drawable, escapeHtml, terminalText } from './text.js';

export type Block =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'figure'; readonly drawing: Drawing; readonly title: string | null };

/** @param id of the output, unique in the notebook */
export function blockOf(output: Output, id: string, place: MarkdownPlace): Block {
  if (output.output_type === 'stream')
    return html(pre(textOf(output.text), output.name === 'stderr' ? 'stream stderr' : 'stream'));
  if (output.output_type === 'error') {
    const { ename, evalue, traceback } = output;
    return html(pre(traceback.length > 0 ? traceback.join('\n') : `${ename}: ${evalue}`, 'error'));
  }
  return bundleBlock(output.data, id, place);
}

function bundleBlock(data: MimeBundle, id: string, place: MarkdownPlace): Block {
  const text = (type: string) => (type in data ? textOf(data[type] as MultilineText) : null);
  const svg = text('image/svg+xml');
  const chart = chartOf(data, svg !== null);
  if (chart) return chart;
  if (svg !== null) {
    const drawn = sanitise(
      svg.replace(/^[^]*?(?=<svg)/, ''),
      allowedSvg(id, "'Source Sans 3', 'Fides Symbols'"),
    );
    if (drawn.startsWith('<svg'))
      return { kind: 'figure', drawing: { kind: 'svg', svg: withViewBox(drawn) }, title: null };
  }
  for (const type of ['image/png', 'image/jpeg']) {
    const base64 = text(type)?.replace(/\s/g, '');
    if (base64) return html(`<img alt="" src="data:${type};base64,${escapeHtml(base64)}">`);
  }
  const rich = text('text/html');
  if (rich !== null) {
    const safe = sanitise(rich, allowedHtml);
    if (/<img|[^\s<>](?=[^<>]*(?:<|$))/.test(safe.replace(/<(?!img)[^>]*>/g, ' '))) return html(safe);
  }
  const markdown = text('text/markdown');
  if (markdown !== null) return html(markdownHtml(markdown, place));
  const latex = text('text/latex');
  if (latex !== null) return html(`<p>${formula(latex.trim().replace(/^\$+|\$+$/g, ''), true)}</p>`);
  return html(pre(text('text/plain') ?? JSON.stringify(data, null, 1), 'value'));
}

const html = (markup: string): Block => ({ kind: 'html', html: markup });

function pre(text: string, kind: string): string {
  return `<pre class="${kind}">${escapeHtml(drawable(terminalText(text).replace(/\n$/, '')))}</pre>`;
}

/**
 * A Vega-Lite chart, drawn anew in the report's own style. Where its data have to be loaded, or the kernel could not draw
 * it, the picture beside it is taken.
 */
function chartOf(data: MimeBundle, drawn: boolean): Block | null {
  const type = Object.keys(data).find((t) => /^application\/vnd\.vegalite\.v\d+\+json$/.test(t));
  const failed = !drawn && /\(no SVG: /.test(textOf((data['text/plain'] ?? '') as MultilineText));
  if (type === undefined || failed || hasAddress(data[type])) return null;
  const { datasets = {}, title, ...spec } = data[type] as Record<string, unknown>;
  const heading = typeof title === 'string' ? title : null;
  return {
    kind: 'figure',
    title: heading,
    drawing: {
      kind: 'vega-lite',
      spec: heading === null && title !== undefined ? { ...spec, title } : spec,
      data: datasets as Extract<Drawing, { kind: 'vega-lite' }>['data'],
    },
  };
}

function hasAddress(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, v]) => (key === 'url' && typeof v === 'string') || hasAddress(v));
}

function withViewBox(svg: string): string {
  const size = /^<svg[^>]*\swidth="([\d.]+)[^"]*"[^>]*\sheight="([\d.]+)/.exec(svg);
  return /^<svg[^>]*\sviewBox=/.test(svg) || !size
    ? svg
    : svg.replace('<svg', `<svg viewBox="0 0 ${size[1]} ${size[2]}"`);
}
