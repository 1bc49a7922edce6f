/** Running a notebook headless: cell by cell, saved after each. */
import { dirname, resolve } from 'node:path';
import ts from 'typescript';
import { silent, type Progress } from '../../base/progress.js';
import { isCode, textOf, type Cell, type CodeCell, type Notebook } from '../format/types.js';
import { chainCell, chainStart, outputsDigest } from '../provenance/hash.js';
import type { CellProvenance } from '../provenance/types.js';
import { packageVersion } from '../provenance/watch.js';
import { CellError, TimeoutError } from './errors.js';
import type { KernelCommand } from './kernels.js';
import { Session, type CellRun } from './session.js';

export interface RunNotebookOptions {
  readonly kernel: KernelCommand;
  /** Where cells run; the notebook's folder when absent. */
  readonly cwd?: string;
  /** Milliseconds a cell may take; null, the default, is as long as it likes. */
  readonly cellTimeoutMs?: number | null;
  /** The same for all cells together. */
  readonly totalTimeoutMs?: number | null;
  /** Go on behind a cell that fails, and really run the cells after it. */
  readonly allowErrors?: boolean;
  /** Leaves timings out of the saved notebook, for clean differences. */
  readonly strip?: boolean;
  /** Is given the notebook before the first cell and after each: writes it. */
  readonly save: (notebook: Notebook) => void;
  readonly progress?: Progress;
  /** Ends the run as Ctrl-C does. */
  readonly signal?: AbortSignal;
}

/**
 * Runs all code cells in order in a new kernel.
 * @returns the notebook with outputs and provenance
 * @throws CellError, TimeoutError, DeadKernelError, InterruptedError; the notebook is saved up to there
 */
export async function runNotebook(
  notebook: Notebook,
  file: string,
  options: RunNotebookOptions,
): Promise<Notebook> {
  const {
    kernel,
    cwd = dirname(resolve(file)),
    cellTimeoutMs = null,
    totalTimeoutMs = null,
    allowErrors = false,
    strip = false,
    save,
    progress = silent,
    signal,
  } = options;
  const cells: Cell[] = notebook.cells.map((cell) =>
    isCode(cell) ? { ...withoutProvenance(cell), outputs: [], execution_count: null } : cell,
  );
  const current = (): Notebook => ({
    ...notebook,
    metadata: { ...notebook.metadata, ...kernelMetadata(kernel) },
    cells: [...cells],
  });
  save(current());
  const code = cells.flatMap((cell, i) => (isCode(cell) && textOf(cell.source).trim() !== '' ? [i] : []));
  const task = progress.task(file, code.length);
  const deadline = totalTimeoutMs === null ? null : performance.now() + totalTimeoutMs;
  const session = await Session.start({ kernel, cwd });
  const interrupt = () => session.interrupt();
  signal?.addEventListener('abort', interrupt);
  let chain = chainStart(kernel.name);
  try {
    for (const [done, i] of code.entries()) {
      signal?.throwIfAborted();
      const cell = cells[i] as CodeCell;
      chain = chainCell(chain, cell);
      const run = await session.run(textOf(cell.source), limit(cellTimeoutMs, deadline));
      cells[i] = finished(cell, run, { source: chain, strip, cwd });
      save(current());
      task.advance(1, `cell ${done + 1}`);
      if (run.error && !allowErrors)
        throw new CellError(i + 1, run.error.ename, run.error.traceback, file, run.error.evalue);
    }
    task.done(`${code.length} cells`);
  } finally {
    signal?.removeEventListener('abort', interrupt);
    await session.close();
  }
  return current();
}

/** The shorter of what the cell and what the run may still take. */
function limit(cellMs: number | null, deadline: number | null): number | null {
  if (deadline === null) return cellMs;
  const left = deadline - performance.now();
  if (left <= 0)
    throw new TimeoutError('The notebook took longer than allowed.', 'Allow more with --total-timeout.');
  return cellMs === null ? left : Math.min(cellMs, left);
}

function finished(
  cell: CodeCell,
  run: CellRun,
  { source, strip, cwd }: { source: string; strip: boolean; cwd: string },
): CodeCell {
  const provenance: CellProvenance = {
    source,
    outputs: outputsDigest(run.outputs),
    imports: importsOf(textOf(cell.source), cwd),
    files: run.inputs?.files ?? [],
    ...(strip ? {} : { timing: { wallMillis: run.wallMillis, cpuMillis: run.inputs?.cpuMillis ?? 0 } }),
  };
  return {
    ...cell,
    outputs: [...run.outputs],
    execution_count: run.executionCount,
    metadata: { ...cell.metadata, fides: provenance },
  };
}

function withoutProvenance(cell: CodeCell): CodeCell {
  const { fides: _, ...metadata } = cell.metadata;
  return { ...cell, metadata };
}

function importsOf(source: string, cwd: string): Record<string, string> {
  const found = ts
    .preProcessFile(source, true, true)
    .importedFiles.flatMap(({ fileName }) => packageVersion(fileName, cwd) ?? []);
  return Object.fromEntries(
    found.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, version }) => [name, version]),
  );
}

function kernelMetadata({ name, displayName, language }: KernelCommand): Record<string, unknown> {
  return { kernelspec: { name, display_name: displayName, language }, language_info: { name: language } };
}
