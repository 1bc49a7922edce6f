/** Running a notebook headless: cell by cell, saved after each. */
import { dirname, resolve } from 'node:path';
import { silent, type Progress } from '../../base/progress.js';
import {
  isCode,
  tagsOf,
  textOf,
  type Cell,
  type CodeCell,
  type Notebook,
  type Output,
} from '../format/types.js';
import { chainCell, chainStart } from '../provenance/hash.js';
import type { Imports } from '../provenance/imports.js';
import { provenanceOf, withoutProvenance } from '../provenance/of-cell.js';
import type { Surroundings } from '../provenance/types.js';
import { CellError, TimeoutError } from './errors.js';
import type { KernelCommand } from './kernels.js';
import { OutputCollector } from './outputs.js';
import { Session, type Limit } from './session.js';

export interface RunNotebookOptions {
  readonly kernel: KernelCommand;
  /** Where cells run; the notebook's folder when absent. */
  readonly cwd?: string;
  /** Milliseconds a cell may take; null, the default, is as long as it likes. */
  readonly cellTimeoutMs?: number | null;
  /** The same for all cells together, without the kernel's start. */
  readonly totalTimeoutMs?: number | null;
  /** Go on behind a cell that fails, and really run the cells after it. */
  readonly allowErrors?: boolean;
  /** Leaves timings out of the saved notebook, for clean differences. */
  readonly strip?: boolean;
  /** Is given what each cell looked at that the notebook does not say, for the cache. */
  readonly noted?: (surroundings: Surroundings) => void;
  /** Is given the notebook before the first cell, after each, and at the end: writes it. What it throws ends the run. */
  readonly save: (notebook: Notebook) => void;
  readonly progress?: Progress;
  /** Ends the run as Ctrl-C does: it rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Runs all code cells in order in a new kernel. A cell tagged `raises-exception` may fail, as under nbclient.
 * @param file the notebook's path: cells run in its folder, messages name it
 * @returns the notebook with outputs and provenance
 * @throws CellError, TimeoutError, DeadKernelError, or the signal's reason; the notebook is saved up to there
 */
export async function runNotebook(
  notebook: Notebook,
  file: string,
  options: RunNotebookOptions,
): Promise<Notebook> {
  const { kernel, cwd = dirname(resolve(file)), save, progress = silent, signal } = options;
  const cells: Cell[] = notebook.cells.map((cell) =>
    isCode(cell) ? { ...withoutProvenance(cell), outputs: [], execution_count: null } : cell,
  );
  let language: Readonly<Record<string, unknown>> = { name: kernel.language };
  const finishers = new Map<readonly Output[], () => void>();
  const changed = new Set<readonly Output[]>();
  const current = (): Notebook => {
    for (const outputs of changed) finishers.get(outputs)?.();
    changed.clear();
    const metadata = { ...notebook.metadata, ...kernelMetadata(kernel), language_info: language };
    return { ...notebook, metadata, cells: [...cells] };
  };
  save(current());
  const places = cells.flatMap((cell, i) => (isCode(cell) && textOf(cell.source).trim() !== '' ? [i] : []));
  const task = progress.task(file, places.length);

  const session = await Session.start({ kernel, cwd }).catch((error: unknown) => {
    throw signal?.aborted ? signal.reason : error;
  });
  language = session.language;
  const stop = () => session.stop(signal?.reason);
  signal?.addEventListener('abort', stop);
  const collector = new OutputCollector((outputs) => changed.add(outputs));
  const deadline = deadlineIn(options.totalTimeoutMs ?? null);
  let chain = chainStart(kernel.name);
  try {
    for (const i of places) {
      signal?.throwIfAborted();
      const cell = cells[i] as CodeCell;
      const where = `${file}: cell ${i + 1}`;
      const source = textOf(cell.source);
      const imports = await importsOf(source, cwd); // before it runs: it may change what it imports
      const link = (chain = chainCell(chain, cell));
      const gathered = collector.cell();
      const { outputs } = gathered;
      finishers.set(outputs, () => (cells[i] = { ...cell, outputs: [...outputs] }));
      const running = session.run(source, gathered, limitOf(options, deadline, where), where);
      await saveMeanwhile(running, () => save(current()));
      const run = await running;
      if (run.inputs) options.noted?.(run.inputs);
      finishers.set(
        outputs,
        () =>
          (cells[i] = {
            ...cell,
            outputs: [...outputs],
            execution_count: run.executionCount,
            metadata: {
              ...cell.metadata,
              fides: provenanceOf(run, { chain: link, outputs, imports, strip: options.strip === true }),
            },
          }),
      );
      changed.add(outputs);
      task.advance(1, `cell ${i + 1}`);
      signal?.throwIfAborted();
      if (run.error && !options.allowErrors && !tagsOf(cell).includes('raises-exception'))
        throw new CellError(where, run.error.ename, run.error.evalue, run.error.traceback);
    }
    task.done(`${places.length} cells`);
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await session.close();
    save(current());
  }
  return current();
}

const NOTHING: Imports = { packages: {}, files: [], computed: false };

/** Saves what is there while the kernel has the next cell: a disk may take longer than a cell. */
async function saveMeanwhile(running: Promise<unknown>, save: () => void): Promise<void> {
  running.catch(() => {}); // is awaited after this
  await new Promise((sent) => setImmediate(sent));
  save();
}

/** Loads the compiler for cells that need it only: it costs as much time as dozens of cells. */
async function importsOf(source: string, cwd: string): Promise<Imports> {
  if (!/\b(import|require|from)\b/.test(source)) return NOTHING;
  return (await import('../provenance/imports.js')).importsOf(source, cwd);
}

type Deadline = { readonly at: number; readonly allowedMs: number } | null;

function deadlineIn(allowedMs: number | null): Deadline {
  return allowedMs === null ? null : { at: performance.now() + allowedMs, allowedMs };
}

/** The shorter of what the cell and what the run may still take. */
function limitOf(
  { cellTimeoutMs = null }: RunNotebookOptions,
  deadline: Deadline,
  where: string,
): Limit | null {
  const cell = cellTimeoutMs !== null && {
    millis: cellTimeoutMs,
    error: new TimeoutError(
      `${where} took longer than ${cellTimeoutMs / 1000} s and was interrupted.`,
      'Allow more with --timeout.',
    ),
  };
  const run = deadline && {
    millis: Math.max(0, deadline.at - performance.now()),
    error: new TimeoutError(
      `${where}: the notebook took longer than ${deadline.allowedMs / 1000} s and was interrupted.`,
      'Allow more with --total-timeout.',
    ),
  };
  if (!cell || !run) return cell || run;
  return cell.millis <= run.millis ? cell : run;
}

function kernelMetadata({ name, displayName, language }: KernelCommand): Record<string, unknown> {
  return { kernelspec: { name, display_name: displayName, language } };
}
