/** fides diff: what moved between two runs. */
import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';

export function addDiff(program: Command, io: Terminal): void {
  program
    .command('diff')
    .description('what moved between two runs: outcomes, gaps, Sharpe ratios, winners, and their means')
    .argument('<before>', 'a run: its folder, its study or study file, its id, or the beginning of its id')
    .argument('<after>', 'the run to compare with it')
    .action(async (before: string, after: string) => {
      const { openRun } = await import('../../study/index.js');
      const { diffRuns, formatDiff } = await import('../../report/index.js');
      const diff = diffRuns(openRun(before, io.progress.note), openRun(after, io.progress.note));
      if (io.json) io.printJson(diff);
      else io.print(formatDiff(diff).join('\n'));
    });
}
