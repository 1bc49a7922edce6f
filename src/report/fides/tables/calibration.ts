/** Calibration, as in the paper: who claims to beat buy-and-hold, and who does. Wilson intervals are ours. */
import { calibration as calibrate } from '../../../concordance/index.js';
import type { UnitRecord } from '../../../study/index.js';
import { count, percent } from '../../format.js';
import type { Cell, TableDeclaration } from '../../types.js';
import { groupsOf, indices, publishedNote, type FidesEvidence } from '../evidence.js';

export const calibration: TableDeclaration<FidesEvidence> = {
  id: 'calibration',
  caption:
    'Calibration. Strategies that claim to beat buy-and-hold, and those of them that do, out of sample; the hit rate with its 95 % Wilson interval. Last column: strategies that claim nothing of the kind and beat it all the same.',
  columns: [
    { key: 'model', head: 'model' },
    { key: 'n', head: '$n$', format: count },
    { key: 'claim', head: 'claim', format: count },
    { key: 'hits', head: 'beat', format: count },
    { key: 'rate', head: 'hit rate', format: percent(1) },
    { key: 'silent', head: 'beat without claim', format: count },
  ],
  rows: (evidence) => {
    const { run, published } = evidence;
    return [
      ...groupsOf(run).map((group) => row(group.name, group.records, null)),
      { ...row('all', run.records, published.calibration), rule: true },
    ];
  },
  notes: (evidence) => [publishedNote(evidence)],
};

function row(
  model: string,
  records: readonly UnitRecord[],
  printed: FidesEvidence['published']['calibration'] | null,
) {
  const { n, claimed, hits, hitRate, silentHits } = calibrate(
    records.map((r) => ({
      claimed: r.sayToResult.paperClaims.beatsBuyAndHold,
      realised: r.primary.beatsBuyAndHold,
    })),
  );
  const claimants = records.filter((r) => r.sayToResult.paperClaims.beatsBuyAndHold);
  const rate: Cell =
    claimed === 0
      ? { value: null }
      : { value: hits / claimed, interval: [hitRate.low, hitRate.high], published: printed?.share ?? null };
  return {
    cells: {
      model,
      n,
      claim: { value: claimed, published: printed?.claim ?? null, records: indices(claimants) },
      hits: {
        value: hits,
        published: printed?.beat ?? null,
        records: indices(claimants.filter((r) => r.primary.beatsBuyAndHold)),
      },
      rate,
      silent: silentHits,
    },
    records: indices(records),
  };
}
