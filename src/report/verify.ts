/**
 * Checks a report against its evidence: every number, table, figure and file is computed again and compared. A PDF carries its
 * bindings and can be checked by itself.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../base/errors.js';
import type { Progress } from '../base/progress.js';
import { bindingsSchema, type Bindings } from './bindings.js';
import { compareBindings } from './compare-bindings.js';
import { composeReport, type Composed } from './compose.js';
import { measuredCells } from './measured.js';
import { folderSums, readText, reportFiles, SUMS_NAME } from './output-folder.js';
import { checkPdf, readBoundPdf } from './verify-pdf.js';
import { findReport } from './reports.js';
import type { ReportOf } from './types.js';

export interface VerifyOptions {
  /** Folder of the run, where it is not found by its id in the workspace. */
  readonly run?: string | undefined;
  /** Folder of the template, when the report was made with one that is not shipped. */
  readonly template?: string | undefined;
  /** What the report was made of, for reports that the package does not know. */
  readonly source?: ReportOf<unknown>;
  readonly progress?: Progress | undefined;
}

export interface Verification {
  readonly path: string;
  readonly ok: boolean;
  /** In the order of checking: evidence, numbers, files, PDF. The first is the one to tell. */
  readonly differences: readonly string[];
  readonly checked: {
    readonly numbers: number;
    readonly tables: number;
    readonly figures: number;
    readonly files: number;
    /** Cells that no digest covers, taken as the report has them. */
    readonly measured: number;
  };
}

/**
 * Verifies a report folder or a PDF. Differences are a result, not an error.
 *
 * @throws UserError when `path` is no report, or its evidence is not to be found
 */
export async function verifyReport(path: string, options: VerifyOptions = {}): Promise<Verification> {
  const at = resolve(path);
  if (!existsSync(at)) throw new UserError(`${path} does not exist.`, 'Name a report folder or its PDF.');
  return statSync(at).isDirectory() ? verifyFolder(at, options) : verifyPdf(at, options);
}

async function verifyFolder(folder: string, options: VerifyOptions): Promise<Verification> {
  const text = readText(join(folder, 'bindings.json'));
  if (text === null)
    throw new UserError(
      `${folder} is not a report: it has no bindings.json.`,
      'Name the folder that holds report.html.',
    );
  const found = parseBindings(text);
  if (typeof found === 'string')
    return result(folder, null, [`bindings.json: ${found}`], reportFiles(folder).length);
  const { differences, composed, measured } = await recompute(found, folder, options);
  if (composed) differences.push(...compareFiles(folder, composed));
  const pdf = readBytes(join(folder, 'report.pdf'));
  if (pdf === null) differences.push('report.pdf is missing');
  else if (composed)
    differences.push(...(await checkPdf(pdf, composed.bindings)).map((d) => `report.pdf: ${d}`));
  differences.push(...compareSums(folder));
  return result(folder, found, differences, reportFiles(folder).length, measured);
}

async function verifyPdf(path: string, options: VerifyOptions): Promise<Verification> {
  const pdf = readFileSync(path);
  const text = await readBoundPdf(pdf);
  if (text === null)
    throw new UserError(
      `${path} carries no bindings that can be read: it is not a report made by Fides, or it is damaged.`,
      'Name a report.pdf, or the folder that it is in.',
    );
  const found = parseBindings(text);
  if (typeof found === 'string') return result(path, null, [`the attached bindings: ${found}`], 1);
  const { differences, composed, measured } = await recompute(found, dirname(path), options);
  if (composed) differences.push(...(await checkPdf(pdf, composed.bindings)));
  return result(path, found, differences, 1, measured);
}

/** Composes the report again from its evidence and compares the bindings. */
async function recompute(
  found: Bindings,
  folder: string,
  options: VerifyOptions,
): Promise<{ differences: string[]; composed: Composed | null; measured: number }> {
  const { declaration, evidence } = options.source ?? (await findReport(found, folder, options.run));
  try {
    declaration.check?.(evidence);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { differences: [`the evidence: ${error.problem}`], composed: null, measured: 0 };
  }
  const measured = measuredCells(declaration.tables, evidence, found);
  const composed = await composeReport(declaration, evidence, {
    template: options.template ?? found.template.name,
    date: found.date ?? undefined,
    command: found.command,
    measured,
    progress: options.progress,
  });
  return { differences: compareBindings(found, composed.bindings), composed, measured: measured.size };
}

function parseBindings(text: string): Bindings | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `not JSON (${(error as Error).message})`;
  }
  const parsed = bindingsSchema.safeParse(value);
  if (parsed.success)
    return `${JSON.stringify(value, null, 1)}\n` === text ? parsed.data : 'not as it was written';
  const issue = parsed.error.issues[0]!;
  return `${issue.path.join('.') || 'the whole'}: ${issue.message}`;
}

function compareFiles(folder: string, composed: Composed): string[] {
  const expected = new Map<string, string>([...composed.files, ['report.html', composed.html]]);
  return [...expected].flatMap(([path, content]) => {
    const bytes = readBytes(join(folder, path));
    if (bytes === null) return [`${path} is missing`];
    if (bytes.equals(Buffer.from(content))) return [];
    return [`${path}${firstLine(bytes.toString('utf8'), content)} is not what the evidence gives`];
  });
}

/** Line of the first difference in a text that a person can read; long lines are left out. */
function firstLine(seen: string, expected: string): string {
  const [a, b] = [seen.split('\n'), expected.split('\n')];
  const at = a.findIndex((line, i) => line !== b[i]);
  return at < 0 ? '' : `, line ${at + 1},`;
}

function compareSums(folder: string): string[] {
  const [written, actual] = [readText(join(folder, SUMS_NAME)), folderSums(folder)];
  if (written === null) return [`${SUMS_NAME} is missing`];
  if (written === actual) return [];
  const listed = new Map(written.split('\n').map((line) => [line.slice(66), line.slice(0, 64)]));
  const present = actual.split('\n').filter(Boolean);
  const wrong = present.find((line) => listed.get(line.slice(66)) !== line.slice(0, 64));
  if (!wrong) return [`${SUMS_NAME} lists what is not there, or not as sha256sum does`];
  const name = wrong.slice(66);
  return [
    listed.has(name)
      ? `${name}: its digest is not the one in ${SUMS_NAME}`
      : `${name} is not listed in ${SUMS_NAME}`,
  ];
}

function readBytes(path: string): Buffer | null {
  return existsSync(path) ? readFileSync(path) : null;
}

function result(
  path: string,
  bindings: Bindings | null,
  differences: string[],
  files: number,
  measured = 0,
): Verification {
  const tables = bindings?.tables ?? [];
  return {
    path,
    ok: differences.length === 0,
    differences,
    checked: {
      numbers: tables.reduce((sum, table) => sum + table.cells.length, 0) + (bindings?.values.length ?? 0),
      tables: tables.length,
      figures: bindings?.figures.length ?? 0,
      files,
      measured,
    },
  };
}
