/** fides runs: what has been run in this workspace. */
import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';
import { UserError } from '../../base/errors.js';

export function addRuns(program: Command, io: Terminal): void {
  program
    .command('runs')
    .description('list the runs of this workspace, newest first')
    .action(async () => {
      const { listRuns, openRun } = await import('../../study/index.js');
      const rows = listRuns().map((id) => {
        try {
          const run = openRun(id);
          const { title, units, models } = run.manifest;
          const failed = run.records.filter((r) => r.execution.outcome !== 'ok').length;
          return {
            id,
            title,
            units: units.length,
            done: run.records.length,
            failed,
            models: models.filter((m) => m.role === 'candidate').map((m) => m.name),
          };
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
          return { id, damaged: error.message };
        }
      });
      if (io.json) return io.printJson(rows);
      if (rows.length === 0) return io.print('No runs yet: `fides run demo` makes one.');
      for (const row of rows) {
        if ('damaged' in row) io.print(`${row.id}  damaged: ${row.damaged}`);
        else
          io.print(
            `${row.id}  ${row.done}/${row.units} units, ${row.failed} failed  ${row.models.join(', ')}  ${row.title}`,
          );
      }
    });
}
