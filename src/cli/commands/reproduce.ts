/** `fides reproduce`: data to PDF in one go. */
import { join } from 'node:path';
import { reportsFolder } from '../../base/paths.js';
import type { AddCommand } from './index.js';

interface Options {
  readonly output?: string;
  readonly date?: string;
  readonly browser?: string;
}

export const addReproduce: AddCommand = (program, io) => {
  program
    .command('reproduce')
    .description('make the report: baselines on the S&P 500, and on the ETFs in FIDES_DATA when it is set')
    .option('-o, --output <folder>', 'where to write it; reports/demo when absent')
    .option('--date <day>', 'ISO day to print on it; none when absent')
    .option('--browser <path>', "executable of the browser that sets the pages, or 'package'")
    .action(async ({ output = join(reportsFolder(), 'demo'), date, browser }: Options) => {
      const { renderReport, reportOfBaselines } = await import('../../report/index.js');
      const { declaration, evidence } = await reportOfBaselines(process.env.FIDES_DATA);
      const result = await renderReport(declaration, evidence, output, {
        date,
        browser,
        command: 'npm run reproduce',
        progress: io.progress,
      });
      if (io.json) io.printJson(result);
      else io.print(`${join(result.folder, 'report.pdf')}${result.rendered ? '' : ' (unchanged)'}`);
    });
};
