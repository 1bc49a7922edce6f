/** fides data check: is this what it should be? */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { UserError } from '../../../base/errors.js';
import type { Bars } from '../../../market/index.js';
import type { Terminal } from '../../terminal.js';
import { reportAnchors } from './anchors.js';
import { summarise, summaryTable, type Summary } from './summary.js';

interface Verdict {
  readonly file: string;
  readonly bars: Bars | null;
  /** Why the file cannot be used; null when it can. */
  readonly error: string | null;
  readonly warnings: readonly string[];
}

export function addCheck(data: Command, io: Terminal): void {
  data
    .command('check')
    .description('check files of bars: order, gaps, prices, adjustment, checksums, and the known results of the paper')
    .argument('<path...>', 'files, or folders with a file a symbol')
    .option('--gap-days <n>', 'warn of steps longer than this (default: 5 on an exchange, 1 around the clock)', positive)
    .addHelpText('after', '\nExit code 0 when every file can be used, 1 when one cannot.')
    .action(async (paths: readonly string[], options: { gapDays?: number }) => {
      const verdicts = await judge(paths, options);
      const broken = await brokenFiles(paths);
      const bars = verdicts.flatMap((verdict) => verdict.bars ?? []);
      if (broken.length > 0 || verdicts.some(({ error }) => error !== null)) process.exitCode = 1;
      const anchors = await reportAnchors(bars);
      if (io.json) return io.printJson({ files: await Promise.all(verdicts.map(toJson)), changed: broken, anchors });
      for (const line of summaryTable(await Promise.all(bars.map(summarise)))) io.print(line);
      for (const { warnings } of verdicts) for (const warning of warnings) io.print(`warning: ${warning}`);
      for (const file of broken) io.print(`error: ${file} is missing or not as SHA256SUMS says`);
      for (const { error } of verdicts) if (error !== null) io.print(`error: ${error}`);
      for (const line of anchors.lines) io.print(line);
    });
}

async function judge(paths: readonly string[], options: { gapDays?: number }): Promise<Verdict[]> {
  const { readBars } = await import('../../../market/index.js');
  return paths.flatMap(filesOf).map((file) => {
    const warnings: string[] = [];
    const warn = ({ place, message }: { place: string; message: string }) => warnings.push(`${place}: ${message}`);
    try {
      return { file, bars: readBars(file, { ...options, warn }), error: null, warnings };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { file, bars: null, error: error.message, warnings };
    }
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function filesOf(path: string): string[] {
  if (!isFolder(path)) return [path];
  const files = readdirSync(path).filter((file) => /\.(csv|txt|zip)$/i.test(file));
  if (files.length === 0)
    throw new UserError(`${path} holds no .csv, .txt or .zip files.`, 'Name a folder with one file a symbol.');
  return files.sort().map((file) => join(path, file));
}

async function brokenFiles(paths: readonly string[]): Promise<string[]> {
  const { brokenSums } = await import('../../../market/index.js');
  return paths.filter(isFolder).flatMap((folder) => brokenSums(folder).map((file) => join(folder, file)));
}

async function toJson({ file, bars, error, warnings }: Verdict) {
  const summary: Summary | null = bars && (await summarise(bars));
  return { file, summary, error, warnings };
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('Give a number of days above 0.');
  return value;
}
