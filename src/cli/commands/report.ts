/** fides report: a run into a report folder. */
import { join } from 'node:path';
import { reportsFolder } from '../../base/paths.js';
import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';

interface Options {
  readonly template?: string;
  readonly output?: string;
  readonly date?: string;
  readonly browser?: string;
}

export function addReport(program: Command, io: Terminal): void {
  program
    .command('report')
    .description('make the report of a run: HTML, PDF, tables as CSV, figures as SVG')
    .argument('<run>', 'a run: its folder, its study or study file, its id, or the beginning of its id')
    .option(
      '-t, --template <name>',
      'a shipped template, or a folder that holds a template.njk; fides when absent',
    )
    .option('-o, --output <folder>', 'where to write it; reports/<run> when absent')
    .option('--date <day>', 'ISO day to print on it; none when absent')
    .option('--browser <path>', "executable of the browser that sets the pages, or 'package'")
    .action(async (name: string, { template, output, date, browser }: Options) => {
      const { openRun } = await import('../../study/index.js');
      const { renderReport, reportOfRun } = await import('../../report/index.js');
      const run = openRun(name, io.progress.note);
      const { declaration, evidence } = await reportOfRun(run);
      const result = await renderReport(declaration, evidence, output ?? join(reportsFolder(), run.id), {
        template,
        date,
        browser,
        command: `fides report ${run.id}${template ? ` --template ${template}` : ''}`,
        progress: io.progress,
      });
      if (io.json) io.printJson(result);
      else io.print(`${join(result.folder, 'report.pdf')}${result.rendered ? '' : ' (unchanged)'}`);
    });
}
