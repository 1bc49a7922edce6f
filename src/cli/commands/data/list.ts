/** fides data list: the bars at hand. */
import type { Command } from 'commander';
import type { Terminal } from '../../terminal.js';
import { summarise, summaryTable } from './summary.js';

export function addList(data: Command, io: Terminal): void {
  data
    .command('list')
    .description('the bars at hand: the S&P 500 file that comes along, and a folder')
    .argument('[folder]', 'a folder with a file a symbol (default: the folder in FIDES_DATA, if set)')
    .action(async (folder: string | undefined = process.env.FIDES_DATA) => {
      const { readFolder, sp500 } = await import('../../../market/index.js');
      const all = [sp500(), ...(folder ? readFolder(folder) : [])];
      const rows = await Promise.all(all.map(summarise));
      if (io.json) return io.printJson(rows);
      for (const line of summaryTable(rows)) io.print(line);
      if (!folder) io.print('\nSet FIDES_DATA to a folder, or name one, to see its bars too.');
    });
}
