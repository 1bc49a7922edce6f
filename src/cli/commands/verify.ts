/** fides verify: a report against its evidence. */
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { reportsFolder } from '../../base/paths.js';
import type { Terminal } from '../terminal.js';

interface Options {
  readonly run?: string;
  readonly template?: string;
}

export function addVerify(program: Command, io: Terminal): void {
  program
    .command('verify')
    .description(
      'compute every number, table, figure and digest of a report again, and name the first that differs',
    )
    .argument('<report>', 'a report folder, its PDF, or the study file whose run it was made of')
    .option('--run <run>', 'folder or id of its run, when it is not in the workspace under its own name')
    .option('--template <folder>', 'its template, when that is not a shipped one')
    .action(async (report: string, options: Options) => {
      const { verifyReport } = await import('../../report/index.js');
      const { ok, differences, checked, path } = await verifyReport(await placeOf(report, io), {
        ...options,
        progress: io.progress,
      });
      if (!ok) process.exitCode = 1;
      if (io.json) return io.printJson({ path, ok, differences, checked });
      const { numbers, tables, figures, files, measured } = checked;
      const times =
        measured > 0 ? `; ${measured} measured times are not checked, they differ by machine` : '';
      if (ok)
        return io.print(
          `verified: ${numbers} numbers, ${tables} tables, ${figures} figures, ${files} files agree with the evidence${times}`,
        );
      io.print(`DIFFERS: ${differences[0]}`);
      if (differences.length > 1) io.print(`and ${differences.length - 1} more; --json lists them`);
    });
}

/** `fides report my-study.yaml` writes to the folder that is named after the run. */
async function placeOf(report: string, io: Terminal): Promise<string> {
  if (!/\.ya?ml$/.test(report)) return report;
  const { findRun } = await import('../../study/index.js');
  return join(reportsFolder(), basename(findRun(report, io.progress.note)));
}
