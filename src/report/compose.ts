/** From evidence to everything but the PDF: tables, figures, values, the HTML and the bindings. Pure but for reading templates and fonts. */
import { readFileSync } from 'node:fs';
import nunjucks from 'nunjucks';
import { digestJson, sha256 } from '../base/digest.js';
import { UserError } from '../base/errors.js';
import { shipped } from '../base/paths.js';
import { silent, type Progress } from '../base/progress.js';
import type { Bindings } from './bindings.js';
import { drawFigure, type DrawnFigure } from './figures.js';
import { general } from './format.js';
import { escapeHtml, fragments, inline } from './markup.js';
import type { MeasuredCells } from './measured.js';
import { packageVersion } from './packages.js';
import { asCell, printValue, setTable, tableCsv, textOf, type SetTable } from './tables.js';
import { renderTemplate, type Rendered } from './template.js';
import { findTemplate, type TemplateFolder } from './template-folder.js';
import type { Format, FigureDeclaration, ReportDeclaration, Value } from './types.js';

export interface ComposeOptions {
  /** Name of a shipped template or path of a folder; the report's own when absent. */
  readonly template?: string | undefined;
  /** Printed under the title, such as '2026-03-01'; none is printed when absent. */
  readonly date?: string | undefined;
  /** The command that makes this report, for its provenance page. */
  readonly command?: string | undefined;
  /** Measured cells to set as they are, for verification; all are the evidence's own when absent. */
  readonly measured?: MeasuredCells | undefined;
  readonly progress?: Progress | undefined;
}

export interface Composed {
  readonly title: string;
  /** Whole page without a PDF's particulars; what report.html holds. */
  readonly html: string;
  /** The page to print, with the browser's name on its provenance page. */
  printed(browser: string): string;
  readonly bindings: Bindings;
  /** Path inside the report folder to content, less report.html and report.pdf. */
  readonly files: ReadonlyMap<string, string>;
  /** Texts of captions in the order on the page: what a PDF must hold. */
  readonly captions: readonly (readonly string[])[];
}

interface PlacedFigure extends DrawnFigure {
  readonly id: string;
  readonly caption: string;
  readonly captionHtml: string;
  readonly notesHtml: readonly string[];
  readonly alt: string;
}

/** Packages whose versions shape a report's bytes. */
const TOOLS = [
  'vega',
  'vega-lite',
  'nunjucks',
  'katex',
  '@fontsource/source-serif-4',
  '@fontsource/source-sans-3',
];

/** Composes a report. Throws a UserError where the template or a declaration asks for what is not there. */
export async function composeReport<E>(
  report: ReportDeclaration<E>,
  evidence: E,
  options: ComposeOptions = {},
): Promise<Composed> {
  const { date = null, command = `fides report`, progress = silent } = options;
  const template = findTemplate(options.template ?? report.name);
  const name = report.identify(evidence);
  const title = textOf(report.title, evidence);
  const tables = new Map(report.tables.map((t) => [t.id, setTable(t, evidence, options.measured)]));
  const figures = await drawAll(report.figures, evidence, progress);
  const values = new Map((report.values ?? []).map((v) => [v.id, bindValue(v.of(evidence), v.format)]));
  const context = report.context?.(evidence) ?? {};
  const fides = ownVersion();
  const provenance = {
    evidence: name,
    fides,
    template: template.name,
    templateDigest: template.digest,
    command,
    tools: TOOLS.map((tool) => ({ name: tool, version: packageVersion(tool) ?? 'unknown' })),
  };
  const render = (target: 'html' | 'pdf', browser: string | null): Rendered =>
    renderTemplate(template, {
      target,
      functions: {
        ...templateFunctions(title, date, target, tables, figures, values),
        provenance: () => ({ ...provenance, browser: browser ?? '' }),
      },
      values: { evidence: name, data: context },
    });
  const page = render('html', null);
  const parts = {
    report: report.name,
    title,
    name,
    template,
    fides,
    date,
    command,
    tables,
    figures,
    values,
    context,
  };
  return {
    title,
    html: page.html,
    printed: (browser) => render('pdf', browser).html,
    bindings: bindingsOf(parts, page),
    files: filesOf(tables, figures),
    captions: captionsOf(page, tables, figures),
  };
}

interface BoundValue {
  readonly value: Value;
  readonly printed: string;
  readonly html: string;
  readonly published: number | null;
  readonly records: readonly (number | string)[];
}

function bindValue(given: Parameters<typeof asCell>[0], format: Format = general): BoundValue {
  const cell = asCell(given);
  const printed = printValue(cell.value, format);
  return {
    value: cell.value,
    printed,
    html: cell.text === undefined ? escapeHtml(printed) : inline(cell.text),
    published: cell.published ?? null,
    records: cell.records ?? [],
  };
}

async function drawAll<E>(
  declared: readonly FigureDeclaration<E>[],
  evidence: E,
  progress: Progress,
): Promise<Map<string, PlacedFigure>> {
  const figures = new Map<string, PlacedFigure>();
  const task = progress.task('drawing figures', declared.length);
  for (const { id, caption, alt, notes = [], draw } of declared) {
    const text = textOf(caption, evidence);
    figures.set(id, {
      ...(await drawFigure(id, draw(evidence))),
      id,
      caption: text,
      captionHtml: inline(text),
      notesHtml: (typeof notes === 'function' ? notes(evidence) : notes).map(inline),
      alt: textOf(alt, evidence),
    });
    for (const warning of figures.get(id)!.warnings) progress.note(`figure ${id}: ${warning}`);
    task.advance(1, id);
  }
  task.done(`${declared.length} figures`);
  return figures;
}

function templateFunctions(
  title: string,
  date: string | null,
  target: 'html' | 'pdf',
  tables: ReadonlyMap<string, SetTable>,
  figures: ReadonlyMap<string, PlacedFigure>,
  values: ReadonlyMap<string, BoundValue>,
) {
  const safe = (html: string) => new nunjucks.runtime.SafeString(html);
  return {
    title: () => title,
    date: () => date ?? '',
    target: () => target,
    cssString: (text: string) => safe(JSON.stringify(text).replace(/</g, '\\3c ')),
    setTable: (id: string) => known('table', tables, id),
    setFigure: (id: string) => {
      const { inline: svg, ...rest } = known('figure', figures, id);
      return { ...rest, svg };
    },
    /** The figure's specification or data as JSON that may stand inside a script element. */
    figureSource: (id: string) =>
      safe(JSON.stringify(known('figure', figures, id).source).replace(/</g, '\\u003c')),
    value: (id: string) => safe(known('value', values, id).html),
    /** The number itself, for a sentence that depends on it. */
    amount: (id: string) => amountOf(id, known('value', values, id).value),
    /** The number with the words that agree with it: `counted('leaking', 'strategy uses', 'strategies use')`. */
    counted: (id: string, one: string, many: string, none?: string) => {
      const { html, value } = known('value', values, id);
      const amount = amountOf(id, value);
      if (amount === 0 && none !== undefined) return none;
      return safe(`${html} ${escapeHtml(amount === 1 ? one : many)}`);
    },
  };
}

function amountOf(id: string, value: Value): number {
  if (typeof value === 'number') return value;
  throw new UserError(
    `The template counts the value "${id}", which is ${value}.`,
    'Count a value that is a number.',
  );
}

function known<T>(kind: string, all: ReadonlyMap<string, T>, id: string): T {
  const found = all.get(id);
  if (found === undefined)
    throw new UserError(
      `The template asks for the ${kind} "${id}", which the report does not declare.`,
      `Declared: ${[...all.keys()].join(', ') || 'none'}.`,
    );
  return found;
}

interface Parts {
  readonly report: string;
  readonly title: string;
  readonly name: { readonly id: string; readonly digest: string };
  readonly template: TemplateFolder;
  readonly fides: string;
  readonly date: string | null;
  readonly command: string;
  readonly tables: ReadonlyMap<string, SetTable>;
  readonly figures: ReadonlyMap<string, PlacedFigure>;
  readonly values: ReadonlyMap<string, BoundValue>;
  readonly context: unknown;
}

function bindingsOf(parts: Parts, page: Rendered): Bindings {
  const { report, title, name, template, fides, date, command, tables, figures, values, context } = parts;
  const numberOf = (id: string) => page.numbered.find((n) => n.id === id)?.number ?? null;
  return {
    format: 1,
    report,
    title,
    evidence: { id: name.id, digest: name.digest },
    template: { name: template.name, digest: template.digest },
    fides,
    date,
    command,
    tables: [...tables.values()].map((table) => ({
      id: table.id,
      number: numberOf(table.id),
      caption: table.caption,
      csv: sha256(tableCsv(table)),
      cells: table.rows.flatMap((row, at) =>
        row.cells.map(({ column, value, printed, published, interval, records }) => ({
          row: at,
          column,
          value,
          printed,
          ...(published === null ? {} : { published }),
          ...(interval === null ? {} : { interval: [...interval] as [number, number] }),
          ...(records.length === 0 ? {} : { records: [...records] }),
        })),
      ),
    })),
    figures: [...figures.values()].map(({ id, caption, file, source }) => ({
      id,
      number: numberOf(id),
      caption,
      svg: sha256(file),
      source: sha256(sourceJson(source)),
    })),
    values: [...values].map(([id, { value, printed, published, records }]) => ({
      id,
      value,
      printed,
      ...(published === null ? {} : { published }),
      ...(records.length === 0 ? {} : { records: [...records] }),
    })),
    context: digestJson(context),
    html: sha256(page.html),
  };
}

function filesOf(
  tables: ReadonlyMap<string, SetTable>,
  figures: ReadonlyMap<string, PlacedFigure>,
): Map<string, string> {
  const files = new Map<string, string>();
  for (const table of tables.values()) files.set(`tables/${table.id}.csv`, tableCsv(table));
  for (const { id, file, source } of figures.values()) {
    files.set(`figures/${id}.svg`, file);
    files.set(`figures/${id}.json`, sourceJson(source));
  }
  return files;
}

function captionsOf(
  { numbered }: Rendered,
  tables: ReadonlyMap<string, SetTable>,
  figures: ReadonlyMap<string, PlacedFigure>,
): string[][] {
  return numbered.flatMap(({ kind, id, number }) => {
    if (kind !== 'table' && kind !== 'figure') return [];
    const text = (kind === 'table' ? tables : figures).get(id)?.caption ?? '';
    return [[`${kind === 'table' ? 'Table' : 'Figure'} ${number}.`, ...fragments(text)]];
  });
}

const ownVersion = (): string =>
  (JSON.parse(readFileSync(shipped('package.json'), 'utf8')) as { version: string }).version;

const sourceJson = (source: unknown): string => `${JSON.stringify(source, null, 1)}\n`;
