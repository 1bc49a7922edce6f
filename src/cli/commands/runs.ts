/** fides runs: what has been run in this workspace. */
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';
import { UserError } from '../../base/errors.js';
import { runsFolder } from '../../base/paths.js';

export function addRuns(program: Command, io: Terminal): void {
  program
    .command('runs')
    .description('list the runs of this workspace, newest first, with when each was last written (UTC)')
    .action(async () => {
      const { changedAt, listRuns, openRun } = await import('../../study/index.js');
      const rows = listRuns().map((id) => {
        const changed = changedAt(join(runsFolder(), id)).toISOString();
        try {
          const run = openRun(id);
          const { title, units, models } = run.manifest;
          const failed = run.records.filter((r) => r.execution.outcome !== 'ok').length;
          return {
            id,
            changed,
            title,
            units: units.length,
            done: run.records.length,
            failed,
            models: models.filter((m) => m.role === 'candidate').map((m) => m.name),
          };
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
          return { id, changed, damaged: error.message };
        }
      });
      if (io.json) return io.printJson(rows);
      if (rows.length === 0) return io.print('No runs yet: `fides run demo` makes one.');
      for (const row of rows) {
        const day = row.changed.slice(0, 16).replace('T', ' ');
        if ('damaged' in row) io.print(`${row.id}  ${day}  damaged: ${row.damaged}`);
        else io.print(`${row.id}  ${day}  ${state(row)}  ${row.models.join(', ')}  ${row.title}`);
      }
    });
}

/** Zero failures of zero units would read as a success. */
function state({ done, units, failed }: { done: number; units: number; failed: number }): string {
  if (done === 0) return `no unit of ${units} finished yet`;
  return `${done}/${units} units${done < units ? ' so far' : ''}, ${failed} failed`;
}
