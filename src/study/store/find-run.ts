/** From what a person types to the folder of a run. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../base/errors.js';
import { runsFolder } from '../../base/paths.js';
import { readStudy } from '../study-file.js';

/** Ids of the runs in the workspace, newest first. */
export function listRuns(folder = runsFolder()): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((id) => existsSync(join(folder, id, 'manifest.json')))
    .sort((a, b) => changedAt(join(folder, b)).getTime() - changedAt(join(folder, a)).getTime());
}

/** When the run in this folder got its last record, or was started. */
export function changedAt(folder: string): Date {
  const records = join(folder, 'records.jsonl');
  return statSync(existsSync(records) ? records : folder).mtime;
}

/**
 * The folder of a run that is named by folder, study file, study, id, or the beginning of an id. Of several the newest is taken,
 * and `note` is told; a study's name means its own runs, a replay only when there is no other.
 */
export function findRun(name: string, note: (line: string) => void = () => {}): string {
  if (existsSync(join(name, 'manifest.json'))) return resolve(name);
  const wanted = /\.ya?ml$/.test(name) ? readStudy(name).study : name;
  const ids = listRuns();
  if (ids.includes(wanted)) return join(runsFolder(), wanted);
  const isOwn = (id: string, suffix = '') =>
    id.startsWith(`${wanted}-`) &&
    /^[0-9a-f]{10}$/.test(id.slice(wanted.length + 1, id.length - suffix.length));
  const found =
    [
      ids.filter((id) => isOwn(id)),
      ids.filter((id) => id.endsWith('-replay') && isOwn(id, '-replay')),
      ids.filter((id) => id.startsWith(wanted)),
    ].find((some) => some.length > 0) ?? [];
  const [id] = found;
  if (id === undefined) {
    const known =
      ids.length > 0
        ? `The runs here are ${ids.join(', ')}.`
        : 'There is no run here yet: `fides run demo` makes one.';
    const place = /[\\/]/.test(wanted) ? `, and ${resolve(wanted)} holds none` : '';
    throw new UserError(`No run is named ${wanted}${place}.`, known);
  }
  if (found.length > 1) note(`using ${id} (newest of ${found.length})`);
  return join(runsFolder(), id);
}
