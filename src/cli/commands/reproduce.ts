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
      const { PAPER_SYMBOLS, PAPER_WINDOW, readFolder, sp500, SP500_WINDOWS } =
        await import('../../market/index.js');
      const { baselineEvidence, baselinesReport, renderReport } = await import('../../report/index.js');
      const folder = process.env.FIDES_DATA;
      const evidence = baselineEvidence({
        bars: sp500(),
        windows: SP500_WINDOWS,
        etf: folder ? { bars: readFolder(folder, PAPER_SYMBOLS), window: PAPER_WINDOW } : null,
        sma: [50, 200],
      });
      const result = await renderReport(baselinesReport(evidence), evidence, output, {
        date,
        browser,
        command: 'npm run reproduce',
        progress: io.progress,
      });
      if (io.json) io.printJson(result);
      else io.print(`${join(result.folder, 'report.pdf')}${result.rendered ? '' : ' (unchanged)'}`);
    });
};
