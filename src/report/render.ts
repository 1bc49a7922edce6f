/** From evidence to a report folder: report.html, report.pdf, tables/, figures/, bindings.json, SHA256SUMS. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from 'puppeteer';
import { digestJson, sha256, type Digest } from '../base/digest.js';
import { writeAtomic } from '../base/files.js';
import { cacheFolder, packageRoot } from '../base/paths.js';
import { silent, type Progress } from '../base/progress.js';
import { findBrowser, launchBrowser, type FoundBrowser } from './browser.js';
import type { Composed } from './compose.js';
import { folderSums, readText, replaceFolder, SUMS_NAME } from './output-folder.js';
import { packageVersion } from './packages.js';
import { filesDigest, findTemplate } from './template-folder.js';
import type { ReportDeclaration } from './types.js';

export interface RenderOptions {
  /** Name of a shipped template or path of a folder; the report's own when absent. */
  readonly template?: string | undefined;
  /** ISO day under the title and in the PDF's metadata. When absent no date is printed and the metadata say 1970-01-01. */
  readonly date?: string | undefined;
  /** The command that makes this report, for its provenance page. */
  readonly command?: string | undefined;
  /** Executable of a browser, or 'package'; found as browser.ts says when absent. */
  readonly browser?: string | undefined;
  readonly progress?: Progress | undefined;
}

export interface RenderResult {
  readonly folder: string;
  /** False when nothing had changed since the last render and the folder was left as it is. */
  readonly rendered: boolean;
  /** Digest of report.pdf. */
  readonly pdf: Digest;
}

/**
 * Renders a report into `out`, replacing an earlier report there as a whole, or leaves it when evidence, template, code,
 * browser and options are what they were and no file has changed. Throws a UserError for what the template's author or the
 * machine's owner can mend, and when `out` holds something that is not a report.
 */
export async function renderReport<E>(
  report: ReportDeclaration<E>,
  evidence: E,
  out: string,
  options: RenderOptions = {},
): Promise<RenderResult> {
  const folder = resolve(out);
  const browser = await findBrowser(options);
  const key = digestJson([
    report.name,
    report.identify(evidence),
    findTemplate(options.template ?? report.name).digest,
    [options.date ?? null, options.command ?? null],
    codeDigest(),
    browserIdentity(browser),
  ]);
  const marker = cacheFolder('reports', `${sha256(folder)}.json`);
  const unchanged = unchangedPdf(folder, marker, key);
  if (unchanged) return { folder, rendered: false, pdf: unchanged };

  const { composed, pdf } = await makeReport(report, evidence, options);
  const files = new Map<string, string | Uint8Array>([
    ...composed.files,
    ['report.html', composed.html],
    ['report.pdf', pdf],
    ['bindings.json', `${JSON.stringify(composed.bindings, null, 1)}\n`],
  ]);
  const sums = replaceFolder(folder, files);
  writeAtomic(marker, JSON.stringify({ key, sums: sha256(sums) }));
  return { folder, rendered: true, pdf: sha256(pdf) };
}

/** What the PDF's metadata say when no date is given. */
const NO_DATE = new Date(0);

/** Composes while the browser starts, then prints. */
async function makeReport<E>(
  report: ReportDeclaration<E>,
  evidence: E,
  options: RenderOptions,
): Promise<{ composed: Composed; pdf: Uint8Array }> {
  const starting = launchBrowser(options);
  starting.catch(() => {}); // told below, unless composing fails first
  try {
    const { composeReport } = await import('./compose.js');
    const composed = await composeReport(report, evidence, options);
    return { composed, pdf: await print(await starting, composed, options) };
  } finally {
    await starting.then(
      (browser) => browser.close(),
      () => {},
    );
  }
}

async function print(browser: Browser, composed: Composed, options: RenderOptions): Promise<Uint8Array> {
  const { progress = silent, date } = options;
  const task = progress.task('setting pages');
  const { bindPdf, printPdf } = await import('./pdf.js');
  const html = composed.printed((await browser.version()).replace('/', ' '));
  const pdf = await printPdf(browser, html, {
    date: date ? new Date(`${date}T00:00:00Z`) : NO_DATE,
    captions: composed.captions,
  });
  const bound = bindPdf(pdf, composed.bindings);
  task.done(`${Math.round(bound.length / 1024)} kB`);
  return bound;
}

/** Digest of the PDF in `folder` when it was made from the same inputs and every file is still as it was written. */
function unchangedPdf(folder: string, marker: string, key: Digest): Digest | null {
  const [made, sums] = [readText(marker), readText(join(folder, SUMS_NAME))];
  if (made === null || sums === null) return null;
  const seen = JSON.parse(made) as { key: Digest; sums: Digest };
  if (seen.key !== key || seen.sums !== sha256(sums) || folderSums(folder) !== sums) return null;
  return /^([0-9a-f]{64}) {2}report\.pdf$/m.exec(sums)?.[1] ?? null;
}

/** Of everything that computes: our own code, and the packages that draw and set. */
function codeDigest(): Digest {
  const tools = [
    'vega',
    'vega-lite',
    'nunjucks',
    'katex',
    'markdown-it',
    '@napi-rs/canvas',
    'fflate',
    'puppeteer',
  ];
  return digestJson([filesDigest(join(packageRoot(), 'dist', 'src')), tools.map(packageVersion)]);
}

function browserIdentity({ source, executable }: FoundBrowser): unknown {
  if (source === 'package') return ['package', packageVersion('@sparticuz/chromium')];
  const { size, mtimeMs } = existsSync(executable) ? statSync(executable) : { size: 0, mtimeMs: 0 };
  return [executable, size, Math.round(mtimeMs)];
}
