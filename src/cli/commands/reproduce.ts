/** fides reproduce: from nothing to the whole report: the baselines, the default study, and the ETF study where its prices are given. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { reportsFolder, shipped } from '../../base/paths.js';
import type { Terminal } from '../terminal.js';

interface Options {
  readonly replay?: boolean;
  readonly date?: string;
  readonly browser?: string;
}

/** The run that was committed with the package, with its completions. */
const REFERENCE = shipped('reports', 'reference', 'run');

export function addReproduce(program: Command, io: Terminal): void {
  program
    .command('reproduce')
    .description('run the default study and make its report; with FIDES_DATA set, the ETF study as well')
    .option('--replay', "take the completions of the package's reference run: its numbers, on any machine")
    .option('--date <day>', 'ISO day to print on the reports; none when absent')
    .option('--browser <path>', "executable of the browser that sets the pages, or 'package'")
    .action(async (options: Options) => {
      await baselines(options, io);
      await reproduce('demo', options, io);
      if (!process.env.FIDES_DATA)
        io.progress.note(
          'Set FIDES_DATA to a folder of ETF prices to have the ETF study as well (fides data --help).',
        );
      else if (options.replay)
        io.progress.note('The ETF study has no reference run, and is left out with --replay.');
      else await reproduce('etf-demo', options, io);
    });
}

/** What prices and engine give without any model; with the ETFs, beside the numbers that the paper printed. */
async function baselines({ date, browser }: Options, io: Terminal): Promise<void> {
  const { renderReport, reportOfBaselines } = await import('../../report/index.js');
  const { declaration, evidence } = await reportOfBaselines(process.env.FIDES_DATA);
  const folder = join(reportsFolder(), 'baselines');
  const result = await renderReport(declaration, evidence, folder, {
    date,
    browser,
    command: 'npm run reproduce',
    progress: io.progress,
  });
  if (!io.json) io.print(`${join(result.folder, 'report.pdf')}${result.rendered ? '' : ' (unchanged)'}`);
}

async function reproduce(study: string, { replay, date, browser }: Options, io: Terminal): Promise<void> {
  const { describeStages, runNamedStudy } = await import('../study.js');
  const summary = await runNamedStudy(study, replay ? { replay: REFERENCE } : {}, io);
  const { agreement, openRun } = await import('../../study/index.js');
  const { renderReport, reportOfRun } = await import('../../report/index.js');
  const run = openRun(summary.folder);
  const { declaration, evidence } = await reportOfRun(run);
  const command = `npm run reproduce${replay ? ' -- --replay' : ''}`;
  const result = await renderReport(declaration, evidence, join(reportsFolder(), study), {
    date,
    browser,
    command,
    progress: io.progress,
  });
  const agree = study === 'demo' && existsSync(REFERENCE) ? agreement(run, openRun(REFERENCE)) : null;
  if (io.json) return io.printJson({ ...summary, report: result, agreement: agree });
  for (const line of describeStages(summary.stages)) io.print(line);
  if (agree) io.print(`${agree.same} of ${agree.asked} completions are those of the reference run.`);
  io.print(`${join(result.folder, 'report.pdf')}${result.rendered ? '' : ' (unchanged)'}`);
}
