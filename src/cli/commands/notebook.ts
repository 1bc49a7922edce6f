/** fides notebook: run notebooks headless, compare them with what is committed, print them. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { UserError } from '../../base/errors.js';
import type { Terminal } from '../terminal.js';

interface RunOptions {
  readonly param: readonly string[];
  readonly output?: string;
  readonly kernel: string;
  readonly timeout?: number;
  readonly totalTimeout?: number;
  readonly allowErrors?: boolean;
  readonly strip?: boolean;
  readonly check?: boolean;
  readonly tolerance: number;
  readonly cache?: boolean;
}

export function addNotebook(program: Command, io: Terminal): void {
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
      collect,
      [],
    )
    .option(
      '-o, --output <file>',
      'where to save it (default: NAME.out.ipynb beside it; its own name to run it in place)',
    )
    .option('--kernel <name>', 'an installed kernel', 'fides')
    .option('--timeout <seconds>', 'what a cell may take (default: as long as it likes)', seconds)
    .option(
      '--total-timeout <seconds>',
      'what all cells may take together (default: as long as they like)',
      seconds,
    )
    .option('--allow-errors', 'go on behind a cell that fails, and run the cells after it')
    .option('--strip', 'leave timings out of the saved file, for clean differences')
    .option('--check', 'compare with the outputs in NOTEBOOK instead of saving; exit 1 when a cell differs')
    .option('--tolerance <x>', 'relative, for numbers with --check', Number, 1e-6)
    .option('--cache', 'reuse saved outputs when no cell and nothing that was read has changed')
    .addHelpText(
      'after',
      `
Exit status: 0 all cells ran, 1 a difference with --check, 2 a cell failed, a time limit, a dead kernel or an interrupt.

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
    .option('--no-code', 'leave the code of cells out')
    .action(async (file: string, options: { output?: string; code: boolean }) => {
      const { printNotebook } = await import('../../notebook/index.js');
      const path = await printNotebook(file, {
        folder: options.output,
        code: options.code,
        progress: io.progress,
      });
      io.print(path);
    });
}

async function run(file: string, options: RunOptions, io: Terminal): Promise<void> {
  const room = await import('../../notebook/index.js');
  const read = room.readNotebook(file);
  const prepared = room.setParameters(read, pairs(options.param), file);
  const output = options.output ?? file.replace(/(\.ipynb)?$/, '.out.ipynb');
  const stop = new AbortController();
  process.once('SIGINT', () =>
    stop.abort(new room.InterruptedError('Interrupted.', 'The notebook was saved up to the cell that ran.')),
  );
  const settings = {
    kernel: room.findKernel(options.kernel),
    cellTimeoutMs: options.timeout ?? null,
    totalTimeoutMs: options.totalTimeout ?? null,
    allowErrors: options.allowErrors === true,
    strip: options.strip === true,
    save: options.check ? () => {} : (notebook: typeof read) => room.writeNotebook(output, notebook),
    progress: io.progress,
    signal: stop.signal,
  };
  if (options.cache && !options.check && existsSync(output)) {
    const stored = room.reusable(prepared, room.readNotebook(output), { file, kernel: settings.kernel });
    if (stored) return io.json ? io.printJson({ output, cached: true }) : io.print(`${output} (unchanged)`);
  }
  const ran = await room.runNotebook(prepared, file, settings);
  if (!options.check) return io.json ? io.printJson({ output, cached: false }) : io.print(output);
  const differences = await room.compareNotebooks(read, ran, options.tolerance);
  if (io.json) io.printJson(differences);
  else {
    for (const { cell, what } of differences) io.print(`${basename(file)}: cell ${cell}: ${what}`);
    if (differences.length === 0) io.print(`${basename(file)}: all outputs agree`);
  }
  if (differences.length > 0) process.exitCode = 1;
}

function collect(value: string, all: readonly string[]): string[] {
  return [...all, value];
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
