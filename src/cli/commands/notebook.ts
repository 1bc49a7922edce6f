/** fides notebook: run notebooks headless, compare them with what is committed, print them. */
import { basename, join } from 'node:path';
import { UserError } from '../../base/errors.js';
import { reportsFolder } from '../../base/paths.js';
import type { KernelCommand, Notebook, Surroundings } from '../../notebook/index.js';
import { interruptible } from '../interrupt.js';
import { repeated, type AddCommand } from '../command.js';
import type { Terminal } from '../terminal.js';

interface RunOptions {
  readonly param?: readonly string[];
  readonly output?: string;
  readonly kernel?: string;
  readonly timeout?: number;
  readonly totalTimeout?: number;
  readonly allowErrors?: boolean;
  readonly strip?: boolean;
  readonly check?: boolean;
  readonly tolerance: number;
  readonly cache?: boolean;
}

export const addNotebook: AddCommand = (program, io) => {
  const notebook = program
    .command('notebook')
    .description('run notebooks headless, compare them with their committed outputs, print them');
  notebook
    .command('run')
    .description('run all cells of a notebook in a new kernel, saving after each')
    .argument('<notebook>', 'an .ipynb file')
    .option(
      '-p, --param <name=value>',
      'set a parameter of the cell tagged "parameters" (repeatable)',
      repeated,
    )
    .option(
      '-o, --output <file>',
      'where to save it (default: NAME.out.ipynb beside it; its own name to run it in place)',
    )
    .option('--kernel <name>', 'an installed kernel (default: ours, for notebooks in TypeScript)')
    .option('--timeout <seconds>', 'what a cell may take (default: as long as it likes)', seconds)
    .option(
      '--total-timeout <seconds>',
      'what all cells may take together (default: as long as they like)',
      seconds,
    )
    .option('--allow-errors', 'go on behind a cell that fails, and run the cells after it')
    .option('--strip', 'leave timings out of the saved file, for clean differences')
    .option('--check', 'compare with the outputs in NOTEBOOK instead of saving; exit 1 when a cell differs')
    .option('--tolerance <x>', 'relative, for numbers with --check', tolerance, 1e-6)
    .option('--cache', 'reuse saved outputs when no cell and nothing that was read has changed')
    .addHelpText(
      'after',
      `
Exit status: 0 all cells ran, 1 a difference with --check, 2 a cell failed, a time limit, a dead kernel, or a notebook,
parameter or kernel that cannot be used, 130 interrupted. A cell tagged raises-exception may fail.

Examples:
  fides notebook run notebooks/02-calibration.ipynb -p cost_bps=10 -o /tmp/calibration.ipynb
  fides notebook run notebooks/00-quickstart.ipynb --check`,
    )
    .action((file: string, options: RunOptions) => run(file, options, io));
  notebook
    .command('pdf')
    .description('print a notebook as a typeset PDF')
    .argument('<notebook>', 'an .ipynb file with its outputs')
    .option('-o, --output <folder>', 'where to write it (default: reports/NAME)')
    .option('--no-code', 'fold the code of cells away: it is in the HTML only, behind a click')
    .action(async (file: string, options: { output?: string; code: boolean }) => {
      const { printNotebook } = await import('../../notebook/index.js');
      const { output = join(reportsFolder(), basename(file, '.ipynb')), code } = options;
      const path = await printNotebook(file, { folder: output, code, progress: io.progress });
      if (io.json) io.printJson({ pdf: path });
      else io.print(path);
    });
};

async function run(file: string, options: RunOptions, io: Terminal): Promise<void> {
  const room = await import('../../notebook/index.js');
  const read = room.readNotebook(file);
  const kernel = kernelFor(read, file, options, room);
  const prepared = await room.setParameters(read, pairs(options.param ?? []), file);
  const output = options.output ?? file.replace(/(\.ipynb)?$/, '.out.ipynb');
  const reuse = { file, output, kernel };
  if (options.cache && !options.check && (await room.cached(prepared, reuse)))
    return io.json ? io.printJson({ output, cached: true }) : io.print(`${output} (unchanged)`);
  const surroundings: Surroundings[] = [];
  const ran = await interruptible('The notebook is saved up to the cell that ran.', (signal) =>
    room.runNotebook(prepared, file, {
      kernel,
      noted: (seen) => surroundings.push(seen),
      cellTimeoutMs: options.timeout ?? null,
      totalTimeoutMs: options.totalTimeout ?? null,
      allowErrors: options.allowErrors === true,
      strip: options.strip === true,
      save: options.check ? () => {} : (notebook) => room.writeNotebook(output, notebook),
      progress: io.progress,
      signal,
    }),
  );
  if (options.check) return tellDifferences(file, await compare(prepared, ran, options), io);
  if (options.cache) room.remember(ran, surroundings, reuse);
  const failed = ran.cells.flatMap((cell, i) => (hasError(cell) ? [i + 1] : []));
  if (failed.length > 0) io.progress.note(`${file}: failed as allowed: cell ${failed.join(', ')}`);
  if (io.json) io.printJson({ output, cached: false, failed });
  else io.print(output);
}

type Room = typeof import('../../notebook/index.js');

function kernelFor(notebook: Notebook, file: string, options: RunOptions, room: Room): KernelCommand {
  const { language } = (notebook.metadata.kernelspec ?? {}) as { language?: string };
  if (options.kernel === undefined && language !== undefined && !/^(type|java)script$/.test(language))
    throw new UserError(
      `${file} is written in ${language}, and our kernel runs TypeScript.`,
      'Name a kernel that is installed: --kernel NAME.',
    );
  const kernel = options.kernel === undefined ? room.ourKernel() : room.findKernel(options.kernel);
  if (options.param && kernel.language !== 'typescript')
    throw new UserError(
      `Parameters are set in TypeScript, and ${kernel.name} runs ${kernel.language}.`,
      'Leave -p out.',
    );
  return kernel;
}

async function compare(committed: Notebook, ran: Notebook, { tolerance }: RunOptions) {
  const { compareNotebooks } = await import('../../notebook/index.js');
  return compareNotebooks(committed, ran, tolerance);
}

function tellDifferences(
  file: string,
  differences: readonly { readonly cell: number; readonly what: string }[],
  io: Terminal,
): void {
  if (io.json) io.printJson(differences);
  else {
    for (const { cell, what } of differences) io.print(`${basename(file)}: cell ${cell}: ${what}`);
    if (differences.length === 0) io.print(`${basename(file)}: all outputs agree`);
  }
  if (differences.length > 0) process.exitCode = 1;
}

function hasError(cell: Notebook['cells'][number]): boolean {
  return cell.cell_type === 'code' && cell.outputs.some(({ output_type: type }) => type === 'error');
}

function pairs(entries: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    entries.map((entry) => {
      const at = entry.indexOf('=');
      if (at < 1)
        throw new UserError(`-p ${entry} is not name=value.`, 'Write, for example, -p cost_bps=10.');
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new UserError(`${text} is not a time in seconds.`, 'Give a number above 0.');
  return value * 1000;
}

function tolerance(text: string): number {
  const value = Number(text);
  if (!(value >= 0)) throw new UserError(`${text} is no tolerance.`, 'Give a number from 0, such as 1e-6.');
  return value;
}
