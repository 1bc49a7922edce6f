/** fides data import: files in any known format become our tidy CSV. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { UserError } from '../../../base/errors.js';
import type { Bars, Calendar } from '../../../market/index.js';
import type { Terminal } from '../../terminal.js';
import { summarise, summaryTable } from './summary.js';

interface Options {
  readonly to: string;
  readonly symbol?: string;
  readonly format?: string;
  readonly calendar?: Calendar;
}

export function addImport(data: Command, io: Terminal): void {
  data
    .command('import')
    .description('turn files of Yahoo, Stooq or Binance into a folder that Fides reads, checked on the way')
    .argument('<file...>', 'CSV files, or zip archives of Binance klines; months of one pair are joined')
    .requiredOption('--to <folder>', 'where the tidy files go, one a symbol')
    .option('--symbol <name>', "the symbol (default: from the file's name)")
    .addOption(
      new Option('--format <name>', 'of the files (default: by their first line)').choices([
        'tidy',
        'yahoo',
        'stooq',
        'binance',
        'vega-datasets',
      ]),
    )
    .addOption(
      new Option('--calendar <name>', 'how time runs (default: by the format)').choices(['exchange', 'continuous']),
    )
    .action(async (files: readonly string[], options: Options) => {
      const imported = await importFiles(files, options, io);
      const rows = await Promise.all(imported.map(summarise));
      if (io.json) return io.printJson(rows);
      for (const line of summaryTable(rows)) io.print(line);
      io.print(`\nWritten to ${options.to}; use it with --data ${options.to}`);
    });
}

async function importFiles(files: readonly string[], { to, ...options }: Options, io: Terminal): Promise<Bars[]> {
  const { formatTidy, joinBars, readBars, writeWithSum } = await import('../../../market/index.js');
  const warn = ({ place, message }: { place: string; message: string }) =>
    io.progress.note(`warning: ${place}: ${message}`);
  const groups = new Map<string, Bars[]>();
  for (const file of files) {
    const bars = readBars(file, { ...options, warn });
    groups.set(bars.symbol, [...(groups.get(bars.symbol) ?? []), bars]);
  }
  const joined = [...groups.values()].map((parts) => joinBars(parts, { warn }));
  const texts = joined.map((bars) => ({ file: fileName(bars), text: formatTidy(bars) }));
  for (const { file, text } of texts) refuseOverwriting(join(to, file), text);
  for (const { file, text } of texts) writeWithSum(to, file, text);
  return joined;
}

function fileName({ symbol, source }: Bars): string {
  if (!/^[A-Z0-9^_=-][A-Z0-9^._=-]{0,40}$/i.test(symbol))
    throw new UserError(
      `"${symbol}" (${source.name}) cannot name a file.`,
      'Give --symbol with letters, digits and the characters ^ . _ = -.',
    );
  return `${symbol}.csv`;
}

function refuseOverwriting(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') !== text)
    throw new UserError(
      `${path} is there already, with other bars.`,
      'Remove it, or give another folder with --to.',
    );
}
