/**
 * The reports of the package by name, and the way back from the name in a report's bindings to its evidence. Each is imported
 * when it is asked for, so that an unchanged report is known as such within a second.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../base/errors.js';
import type { Run } from '../study/index.js';
import type { Bindings } from './bindings.js';
import type { BaselineEvidence } from './baselines/index.js';
import { runName } from './run.js';
import type { ReportOf } from './types.js';

/** Reports that are made from a run. A user's template folder is filled from the first. */
const RUN_REPORTS: Readonly<Record<string, (run: Run) => Promise<ReportOf<unknown>>>> = {
  fides: async (run) => (await import('./fides/index.js')).reportOfFides(run) as ReportOf<unknown>,
};

/** The report of a run, the FIDES report when no name is given. Throws a UserError for a name that is none. */
export async function reportOfRun(run: Run, name = 'fides'): Promise<ReportOf<unknown>> {
  const report = RUN_REPORTS[name];
  if (!report)
    throw new UserError(
      `There is no report "${name}" of runs.`,
      `Name one of ${Object.keys(RUN_REPORTS).join(', ')}.`,
    );
  return report(run);
}

/** Baselines on the default study's windows, and on the paper's ETFs when their folder is given. */
export async function reportOfBaselines(etfFolder?: string): Promise<ReportOf<BaselineEvidence>> {
  const { baselineEvidence, baselinesReport } = await import('./baselines/index.js');
  const market = await import('../market/index.js');
  const { PAPER_SYMBOLS, PAPER_WINDOW, readFolder, sp500, SP500_WINDOWS } = market;
  const evidence = baselineEvidence({
    bars: sp500(),
    windows: SP500_WINDOWS,
    etf: etfFolder ? { bars: readFolder(etfFolder, PAPER_SYMBOLS), window: PAPER_WINDOW } : null,
    sma: [50, 200],
  });
  return { declaration: baselinesReport(evidence), evidence };
}

/**
 * Finds what a report was made of.
 * @param bindings the report's own
 * @param folder that the report lies in: a run beside it is looked at before the workspace
 * @param run folder or id of the run, which is then taken whatever it holds
 */
export async function findReport(
  { report: name, evidence: { id, digest }, tables }: Bindings,
  folder: string,
  run?: string,
): Promise<ReportOf<unknown>> {
  if (name === 'baselines') return (await baselinesOf(tables)) as ReportOf<unknown>;
  const { openRun } = await import('../study/index.js');
  return reportOfRun(run === undefined ? await runOf(id, digest, folder) : openRun(run), name);
}

/** Of the runs of this name the one with this digest: a study that ran twice gives one name and two digests. */
async function runOf(id: string, digest: string, folder: string): Promise<Run> {
  const { listRuns, openRun } = await import('../study/index.js');
  const beside = join(folder, '..', 'run');
  const places = [
    ...(existsSync(join(beside, 'manifest.json')) ? [beside] : []),
    ...listRuns().filter((other) => other.startsWith(id)),
  ];
  let damage: unknown;
  const namesakes: Run[] = [];
  for (const place of places) {
    try {
      const run = openRun(place);
      if (runName(run).digest === digest) return run;
      if (run.id === id) namesakes.push(run);
    } catch (error) {
      damage ??= error;
    }
  }
  if (damage) throw damage;
  return namesakes[0] ?? openRun(id);
}

/** Baselines are computed from prices, those of the ETFs too where the report has their table. */
async function baselinesOf(tables: Bindings['tables']): Promise<ReportOf<BaselineEvidence>> {
  const { byEtf } = await import('./baselines/tables.js');
  if (!tables.some(({ id }) => id === byEtf.id)) return reportOfBaselines();
  const folder = process.env.FIDES_DATA;
  if (folder) return reportOfBaselines(folder);
  throw new UserError(
    'The report was made from prices of ETFs that are not at hand: FIDES_DATA is not set.',
    'Set FIDES_DATA to the folder that holds them, and verify again.',
  );
}
