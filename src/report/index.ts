/** Reports: tables and figures declared as functions of the evidence, set by templates, as HTML and PDF that can be checked. */
export type * from './types.js';
export { count, fixed, general, percent, signed } from './format.js';
export { checkRun, runName } from './run.js';
export { findReport, reportOfBaselines, reportOfRun, type ReportOf } from './reports.js';
export { renderReport, type RenderOptions, type RenderResult } from './render.js';
