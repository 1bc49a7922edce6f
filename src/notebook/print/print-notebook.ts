/** A notebook as a typeset report: prose, code, tables, and charts as drawings. */
import { basename, dirname, join, resolve } from 'node:path';
import { digestJson } from '../../base/digest.js';
import type { Progress } from '../../base/progress.js';
import { renderReport, type FigureDeclaration, type ReportDeclaration } from '../../report/index.js';
import { formatNotebook, readNotebook } from '../format/read.js';
import { isCode, textOf, type Cell, type Notebook } from '../format/types.js';
import { highlight } from './code.js';
import { firstHeading, markdownHtml } from './markdown.js';
import { blockOf } from './outputs.js';
import { drawable } from './text.js';

export interface PrintOptions {
  /** Where the report goes: report.pdf, report.html and figures. */
  readonly folder: string;
  /** False folds the code away: the HTML has it behind a click, the PDF not at all. */
  readonly code: boolean;
  readonly progress?: Progress;
}

/** Prints a notebook with the outputs it holds; nothing is run. Returns the path of the PDF. */
export async function printNotebook(file: string, { folder, code, progress }: PrintOptions): Promise<string> {
  const report = notebookReport(readNotebook(file), file, code);
  const command = `fides notebook pdf ${basename(file)}${code ? '' : ' --no-code'}`;
  await renderReport(report, null, folder, { command, progress });
  return join(folder, 'report.pdf');
}

/** What the template reads: `figure` is an id, empty where there is `html`. */
interface PageBlock {
  readonly kind: 'prose' | 'code' | 'output' | 'figure';
  readonly html: string;
  readonly figure: string;
}

function notebookReport(notebook: Notebook, file: string, showCode: boolean): ReportDeclaration<null> {
  const { title, cells } = titled(notebook, basename(file, '.ipynb'));
  const figures: FigureDeclaration<null>[] = [];
  const folder = dirname(resolve(file));
  const language = languageOf(notebook);
  const blocks = cells.flatMap((cell, i): PageBlock[] => {
    const block = (kind: PageBlock['kind'], html: string) => ({ kind, html, figure: '' });
    const source = textOf(cell.source);
    if (cell.cell_type === 'raw') return [];
    if (!isCode(cell))
      return source.trim() ? [block('prose', markdownHtml(source, { folder, ...cell }))] : [];
    const outputs = cell.outputs.map((output, n): PageBlock => {
      const id = `cell-${i + 1}-${n + 1}`;
      const shown = blockOf(output, id, { folder });
      if (shown.kind === 'html') return block('output', shown.html);
      const caption = escapeMarkup(drawable(shown.title ?? `Cell ${i + 1}`)) + '.';
      figures.push({ id, caption, alt: shown.title ?? `Figure of cell ${i + 1}`, draw: () => shown.drawing });
      return { kind: 'figure', html: '', figure: id };
    });
    return source.trim() ? [block('code', highlight(source, language)), ...outputs] : outputs;
  });
  const digest = digestJson([formatNotebook(notebook), showCode]);
  return {
    name: 'notebook',
    title,
    identify: () => ({ id: basename(file), digest }),
    tables: [],
    figures,
    context: () => ({ blocks, showCode, kernel: kernelOf(notebook) }),
  };
}

/** The first heading becomes the title, if it comes before any code that shows something; else the file's name does. */
function titled(notebook: Notebook, name: string): { title: string; cells: readonly Cell[] } {
  const at = notebook.cells.findIndex((c) => c.cell_type === 'markdown' && firstHeading(textOf(c.source)));
  const heading = at < 0 ? null : firstHeading(textOf(notebook.cells[at]!.source));
  if (!heading) return { title: drawable(name), cells: notebook.cells };
  const cells = notebook.cells.map((cell, i) => (i === at ? { ...cell, source: heading.rest } : cell));
  return { title: drawable(heading.title), cells };
}

function languageOf({ metadata }: Notebook): string {
  const { language_info: info, kernelspec } = metadata as Record<string, Record<string, unknown> | undefined>;
  return String(info?.name ?? kernelspec?.language ?? 'typescript');
}

function kernelOf({ metadata }: Notebook): string {
  const { kernelspec } = metadata as Record<string, Record<string, unknown> | undefined>;
  return drawable(String(kernelspec?.display_name ?? kernelspec?.name ?? 'not said'));
}

/** A title is no markup: captions take Markdown, TeX and references. */
const escapeMarkup = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&').replace(/\s+/g, ' ');
