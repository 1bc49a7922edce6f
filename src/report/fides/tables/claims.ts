/** Beyond the paper: extracted claims, tested by sign and by interval. */
import type { ClaimVerdict, TestedClaim } from '../../../concordance/index.js';
import type { Run, UnitRecord } from '../../../study/index.js';
import type { Row, TableDeclaration } from '../../types.js';
import { indices, type FidesEvidence } from '../evidence.js';

const VERDICTS: readonly ClaimVerdict[] = ['confirmed', 'refuted', 'undetermined'];

export const claims: TableDeclaration<FidesEvidence> = {
  id: 'claims',
  size: 'small',
  caption:
    'Claims with uncertainty. Each claim that could be read from the claimed edges of strategies that run, judged by the sign of realised less claimed, as the paper does, and by whether a 95 % stationary-bootstrap interval of that difference leaves out zero.',
  columns: [
    { key: 'claim', head: 'claim' },
    { key: 'n', head: '$n$' },
    ...['sign', 'interval'].flatMap((by) =>
      VERDICTS.map((verdict) => ({ key: `${by}_${verdict}`, head: verdict, group: `by ${by}` })),
    ),
  ],
  rows: ({ run }) => {
    const byRules = rowsOf(run, ({ claims }) => claims);
    const byModel = rowsOf(run, ({ byModel }) => byModel?.claims ?? []);
    const model = run.records.find((record) => record.sayToResult.byModel)?.sayToResult.byModel?.model;
    if (model === undefined) return byRules;
    return [...labelled(byRules, 'Read by rules'), ...labelled(byModel, `Read by ${model}`)];
  },
  notes: [
    'Two years of daily returns seldom decide a claim about a Sharpe ratio or a return: *undetermined* is the honest verdict where the interval holds zero.',
  ],
};

const labelled = ([first, ...rest]: readonly Row[], label: string): Row[] =>
  first ? [{ ...first, label }, ...rest] : [];

/** A row a kind of claim, of the claims that one reader found. */
function rowsOf(
  run: Run,
  read: (sayToResult: UnitRecord['sayToResult']) => readonly TestedClaim[],
): readonly Row[] {
  const tested = run.records.flatMap((record) =>
    read(record.sayToResult).map((claim) => ({ record, claim })),
  );
  const kinds = [...new Set(tested.map(({ claim }) => kindOf(claim)))].sort();
  return kinds.map((kind) => {
    const these = tested.filter(({ claim }) => kindOf(claim) === kind);
    const count = (by: 'bySign' | 'byInterval', verdict: ClaimVerdict) =>
      these.filter(({ claim }) => claim[by] === verdict).length;
    return {
      cells: {
        claim: kind,
        n: these.length,
        ...Object.fromEntries(
          VERDICTS.flatMap((v) => [
            [`sign_${v}`, count('bySign', v)],
            [`interval_${v}`, count('byInterval', v)],
          ]),
        ),
      },
      records: indices(these.map(({ record }) => record)),
    };
  });
}

function kindOf({ claim: { quantity, comparison, threshold } }: TestedClaim): string {
  const words = quantity.replaceAll('-', ' ').replace('sharpe', 'Sharpe');
  if (!('benchmark' in threshold)) return `${words} ${comparison} a number`;
  const other = threshold.benchmark === 'sma' ? 'the SMA rule' : 'buy-and-hold';
  return `${words} ${comparison} ${threshold.multiple === 1 ? '' : `${threshold.multiple} × `}${other}`;
}
