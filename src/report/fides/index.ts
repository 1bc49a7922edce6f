/** The report of a run: the paper's tables and figures, and ours beside them. */
import type { Run } from '../../study/index.js';
import type { ReportOf } from '../reports.js';
import { checkRun } from '../run.js';
import { fidesEvidence, nameOf, type FidesEvidence } from './evidence.js';

export function reportOfFides(run: Run): ReportOf<FidesEvidence> {
  return {
    evidence: fidesEvidence(run),
    declaration: {
      name: 'fides',
      title: run.manifest.title,
      identify: nameOf,
      check: (evidence) => checkRun(evidence.run),
      tables: [],
      figures: [],
    },
  };
}
