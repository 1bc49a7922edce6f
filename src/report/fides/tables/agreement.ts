/** Beyond the paper: agreement of all readers of prose and code, pair by pair, with Cohen's kappa. */
import { judgeAgreement, type JudgeAgreement, type Verdict } from '../../../concordance/index.js';
import type { Run } from '../../../study/index.js';
import { count, fixed } from '../../format.js';
import type { Cell, TableDeclaration } from '../../types.js';
import { indices, publishedNote, type FidesEvidence } from '../evidence.js';

const CHECKS = ['d', 'i', 'x', 'm'] as const;

export const agreement: TableDeclaration<FidesEvidence> = {
  id: 'agreement',
  caption:
    "Agreement of readers. Of the strategies that both scored: equal scores, mean absolute difference, and Cohen's kappa, which is 0 where readers agree as often as by chance; weighted by distance; and check by check.",
  columns: [
    { key: 'readers', head: 'readers' },
    { key: 'n', head: '$n$', format: count },
    { key: 'exact', head: 'equal', format: count },
    { key: 'difference', head: 'difference', format: fixed(2) },
    { key: 'kappa', head: 'plain', group: 'kappa', format: fixed(2) },
    { key: 'linear', head: 'linear', group: 'kappa', format: fixed(2) },
    ...CHECKS.map((check) => ({ key: check, head: check, group: 'kappa by check', format: fixed(2) })),
  ],
  rows: ({ run, published }) => {
    const readers = readersOf(run);
    return readers.flatMap(([a, first], i) =>
      readers.slice(i + 1).map(([b, second], j) => ({
        cells: cells(
          `${a}, ${b}`,
          judgeAgreement(first, second),
          i === 0 && j === 0 && run.records[0]!.sayToDo.judges.length > 1 ? published.judges : null,
        ),
        records: indices(run.records),
      })),
    );
  },
  notes: (evidence) => [
    publishedNote(evidence),
    'd direction, i indicators and lookbacks, x exits and risk rules, m no more rules. A dash: one of the two gave every strategy the same answer, or gives no answer on checks.',
  ],
};

function readersOf(run: Run): [string, Verdict[]][] {
  const judges = (run.records[0]?.sayToDo.judges ?? []).map((v, j): [string, Verdict[]] => [
    v.judge,
    run.records.map((r) => r.sayToDo.judges[j]!),
  ]);
  return [
    ...judges,
    ['reader', run.records.map((r) => r.sayToDo.reader)],
    ['rule', run.records.map((r) => r.sayToDo.rule)],
  ];
}

function cells(
  readers: string,
  { n, exact, meanAbsoluteDifference, kappa, kappaLinear, checks }: JudgeAgreement,
  printed: FidesEvidence['published']['judges'] | null,
): Record<string, Cell | string> {
  const number = (value: number | null | undefined): Cell => ({
    value: value === null || value === undefined || !Number.isFinite(value) ? null : value,
  });
  return {
    readers,
    n: number(n),
    exact: { value: exact, published: printed?.exact ?? null },
    difference: { ...number(meanAbsoluteDifference), published: printed?.meanAbsoluteDifference ?? null },
    kappa: number(kappa.kappa),
    linear: number(kappaLinear.kappa),
    ...Object.fromEntries(CHECKS.map((check) => [check, number(checks?.[check].kappa)])),
  };
}
