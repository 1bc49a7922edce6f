/**
 * The reports of the package by name, and the way back from the name in a report's bindings to its evidence. Each is imported
 * when it is asked for, so that an unchanged report is known as such within a second.
 */
import { UserError } from '../base/errors.js';
import type { Run } from '../study/index.js';
import type { BaselineEvidence } from './baselines/index.js';
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
 * @param name the report's, as in its bindings
 * @param id of the evidence there; for baselines it tells whether the ETFs were part of it
 * @param run folder of the run, where it is not in the workspace
 */
export async function findReport(name: string, id: string, run?: string): Promise<ReportOf<unknown>> {
  if (name !== 'baselines') {
    const { openRun } = await import('../study/index.js');
    return reportOfRun(openRun(run ?? id), name);
  }
  const plain = await reportOfBaselines();
  const etf = process.env.FIDES_DATA;
  const found =
    plain.declaration.identify(plain.evidence).id === id || !etf ? plain : await reportOfBaselines(etf);
  return found as ReportOf<unknown>;
}
