/** The numbers in the prose of the report. */
import { fixed, percent } from '../format.js';
import type { Cell, ValueDeclaration } from '../types.js';
import { failed, groupsOf, indices, mean, sayToDo, share, type FidesEvidence } from './evidence.js';
import { scoredButRefuted, type UnitRecord } from '../../study/index.js';

type Value = ValueDeclaration<FidesEvidence>;

/** How many records something holds for, bound to them. */
function counted(id: string, holds: (record: UnitRecord) => boolean): Value {
  return {
    id,
    of: ({ run }): Cell => {
      const found = run.records.filter(holds);
      return { value: found.length, records: indices(found) };
    },
  };
}

function averaged(id: string, of: (record: UnitRecord) => number | null | undefined, digits: number): Value {
  return {
    id,
    of: ({ run }): Cell => ({ value: mean(run.records.map(of)), records: indices(run.records) }),
    format: fixed(digits),
  };
}

const claims = (record: UnitRecord) => record.sayToResult.paperClaims.beatsBuyAndHold;
const beats = (record: UnitRecord) => record.primary.beatsBuyAndHold;
/** Replies that could not be read have no code in which a reader might find a difference. */
const differsBy = (record: UnitRecord, score: number | null) =>
  record.delivery.failure === null && score !== null && score < 1;
const differsByReader = (record: UnitRecord) => differsBy(record, record.sayToDo.reader.score);
const differsByJudge = (record: UnitRecord) => differsBy(record, sayToDo(record));
const leaks = (record: UnitRecord) => record.lookAhead.prefix?.leak === true;

export const values: readonly Value[] = [
  { id: 'units', of: ({ run }) => run.records.length },
  { id: 'planned', of: ({ run }) => run.manifest.units.length },
  { id: 'candidates', of: ({ run }) => new Set(run.records.map((r) => r.unit.model)).size },
  { id: 'arms', of: ({ run }) => groupsOf(run).length },
  { id: 'tasks', of: ({ run }) => run.manifest.tasks.length },
  { id: 'seeds', of: ({ run }) => new Set(run.records.map((r) => r.unit.seed)).size },
  { id: 'cost', of: ({ run }) => run.manifest.costBps },
  { id: 'fast', of: ({ run }) => run.manifest.sma[0] },
  { id: 'slow', of: ({ run }) => run.manifest.sma[1] },
  counted('failed', failed),
  counted('ran', (r) => !failed(r)),
  averaged('say-do', sayToDo, 3),
  averaged('do-real', (r) => r.doToReal.score, 3),
  averaged('say-result', (r) => r.sayToResult.score, 3),
  averaged('reader', (r) => r.sayToDo.reader.score, 3),
  counted('reader-differs', differsByReader),
  counted('both-differ', (r) => differsByReader(r) && differsByJudge(r)),
  counted('judge-alone-differs', (r) => differsByJudge(r) && !differsByReader(r)),
  averaged('rule', (r) => r.sayToDo.rule.score, 3),
  averaged('sharpe', (r) => r.primary.strategy?.sharpe, 3),
  averaged('held-sharpe', (r) => r.primary.buyAndHold.sharpe, 3),
  counted('claim', claims),
  counted('claim-and-beat', (r) => claims(r) && beats(r)),
  {
    id: 'hit-rate',
    of: ({ run, published }): Cell => {
      const claimants = run.records.filter(claims);
      return {
        value: share(claimants.filter(beats).length, claimants.length),
        records: indices(claimants),
        published: published.calibration.share,
      };
    },
    format: percent(1),
  },
  counted('scored-but-refuted', scoredButRefuted),
  counted('beat', beats),
  counted('beat-flat', (r) => beats(r) && r.primary.flat),
  counted('beat-leaking', (r) => beats(r) && leaks(r)),
  counted('leaking', leaks),
  counted('leaking-unseen', (r) => leaks(r) && r.lookAhead.paper.length === 0),
  counted('replayed', (r) => r.lookAhead.replay !== null),
  counted(
    'agree',
    (r) =>
      r.sayToDo.judges.length > 1 &&
      r.sayToDo.judges[0]!.score !== null &&
      r.sayToDo.judges[0]!.score === r.sayToDo.judges[1]!.score,
  ),
  {
    id: 'judge-difference',
    of: ({ run }): Cell => ({
      value: mean(
        run.records.map(({ sayToDo: { judges } }) => {
          const [a, b] = judges.map((v) => v.score);
          return a === null || b === null || a === undefined || b === undefined ? null : Math.abs(a - b);
        }),
      ),
      records: indices(run.records),
    }),
    format: fixed(2),
  },
];
