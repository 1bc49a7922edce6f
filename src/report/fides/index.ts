/** The report of a run: the paper's tables and figures, and ours beside them. */
import type { Run } from '../../study/index.js';
import type { ReportOf } from '../types.js';
import { checkRun } from '../run.js';
import { strategiesOf } from './appendix.js';
import { fidesEvidence, nameOf, type FidesEvidence } from './evidence.js';
import { concept } from './figures/concept.js';
import { concordanceReturn } from './figures/concordance-return.js';
import { doseFigure } from './figures/dose-response.js';
import { extremes } from './figures/extremes.js';
import { judgeBubbles } from './figures/judge-bubbles.js';
import { pipeline } from './figures/pipeline.js';
import { agreement } from './tables/agreement.js';
import { arms } from './tables/arms.js';
import { calibration } from './tables/calibration.js';
import { claims } from './tables/claims.js';
import { controls } from './tables/controls.js';
import { cost } from './tables/cost.js';
import { detectors } from './tables/detectors.js';
import { doseResponse } from './tables/dose-response.js';
import { failures } from './tables/failures.js';
import { gate } from './tables/gate.js';
import { judges } from './tables/judges.js';
import { leaderboard } from './tables/leaderboard.js';
import { leakWorth } from './tables/leak-worth.js';
import { data, models } from './tables/materials.js';
import { robustness } from './tables/robustness.js';
import { seeds } from './tables/seeds.js';
import { winners } from './tables/winners.js';
import { values } from './values.js';

export function reportOfFides(run: Run): ReportOf<FidesEvidence> {
  return {
    evidence: fidesEvidence(run),
    declaration: {
      name: 'fides',
      title: run.complete ? run.manifest.title : `${run.manifest.title} (incomplete)`,
      identify: nameOf,
      check: (evidence) => checkRun(evidence.run),
      tables: [
        controls,
        models,
        data,
        failures,
        leaderboard,
        gate,
        robustness,
        judges,
        doseResponse,
        arms,
        calibration,
        winners,
        agreement,
        detectors,
        leakWorth,
        claims,
        seeds,
        cost,
      ],
      figures: [concept, pipeline, concordanceReturn, judgeBubbles, doseFigure, extremes],
      values,
      context: (evidence) => ({
        comparable: evidence.comparable,
        demonstration: run.manifest.models.some((m) => m.demonstration),
        complete: run.complete,
        warnings: run.manifest.warnings,
        swap: run.records.some((r) => r.sayToDo.judges.length > 1),
        claimsModel: run.records.find((r) => r.sayToResult.byModel)?.sayToResult.byModel?.model ?? null,
        arms: new Set(run.records.map((r) => r.unit.arm)).size,
        source: evidence.published.source,
        strategies: strategiesOf(run),
      }),
    },
  };
}
