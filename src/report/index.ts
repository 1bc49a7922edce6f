/** Reports: tables and figures declared as functions of the evidence, set by templates, as HTML and PDF that can be checked. */
import type { Verification, VerifyOptions } from './verify.js';

export type * from './types.js';
export { count, fixed, general, percent, signed } from './format.js';
export {
  findBrowser,
  launchBrowser,
  type BrowserOptions,
  type BrowserSource,
  type FoundBrowser,
} from './browser.js';
export { missingFontPackages } from './fonts.js';
export { checkRun, runName } from './run.js';
export { findReport, reportOfBaselines, reportOfRun } from './reports.js';
export { diffRuns, formatDiff, type Change, type MeanChange, type RunDiff } from './diff-runs.js';
export { renderReport, type RenderOptions, type RenderResult } from './render.js';
export type { Verification, VerifyOptions } from './verify.js';

/** Verifies a report folder or a PDF against its evidence; see verify.ts. */
export async function verifyReport(path: string, options: VerifyOptions = {}): Promise<Verification> {
  return (await import('./verify.js')).verifyReport(path, options);
}
