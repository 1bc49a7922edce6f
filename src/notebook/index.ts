/**
 * Notebooks: read and checked, run headless, compared, printed; in a cell, the run that it works on. Kernels import this
 * as an extension, so what is heavy (the compiler, the report) is imported when it is called for.
 */
import type { Notebook } from './format/types.js';
import type { Run } from '../study/index.js';
import type { TaskMarket } from './markets.js';
import type { PrintOptions } from './print/print-notebook.js';
import type { ParameterValues } from './run/parameters.js';
import type { RunNotebookOptions } from './run/run-notebook.js';

export { cached, remember } from './cache.js';
export { compareNotebooks, type Difference } from './check.js';
export { formatNotebook, parseNotebook, readNotebook, writeNotebook } from './format/read.js';
export type { Cell, CodeCell, MimeBundle, Notebook, Output, TextCell } from './format/types.js';
export { currentRun, extendKernel, runSummary, useRun, type RunSummary } from './kernel/run-magic.js';
export type { CellProvenance, Surroundings } from './provenance/types.js';
export {
  CellError,
  DeadKernelError,
  InterruptedError,
  OutOfMemoryError,
  TimeoutError,
} from './run/errors.js';
export { findKernel, ourKernel, type KernelCommand } from './run/kernels.js';
export { strategyOf } from './strategy.js';
export type { ParameterValues, PrintOptions, RunNotebookOptions, TaskMarket };

/** See markets.ts. */
export async function marketsOf(run: Run): Promise<Map<string, TaskMarket>> {
  return (await import('./markets.js')).marketsOf(run);
}

/** See run/run-notebook.ts. */
export async function runNotebook(
  notebook: Notebook,
  file: string,
  options: RunNotebookOptions,
): Promise<Notebook> {
  return (await import('./run/run-notebook.js')).runNotebook(notebook, file, options);
}

/** See run/parameters.ts. */
export async function setParameters(
  notebook: Notebook,
  values: ParameterValues,
  file: string,
): Promise<Notebook> {
  return (await import('./run/parameters.js')).setParameters(notebook, values, file);
}

/** Prints a notebook with its outputs as a report folder; returns the path of its PDF. See print/print-notebook.ts. */
export async function printNotebook(file: string, options: PrintOptions): Promise<string> {
  return (await import('./print/print-notebook.js')).printNotebook(file, options);
}
