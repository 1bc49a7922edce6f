/** Table 5 of the paper: the same strategies under two judges, the lookback rule, and the reader without a model. */
import { fixed } from '../../format.js';
import type { Cell, TableDeclaration } from '../../types.js';
import { groupsOf, mean, publishedNote, type FidesEvidence } from '../evidence.js';

export const judges: TableDeclaration<FidesEvidence> = {
  id: 'judges',
  caption:
    'say→do under every reader: the main judge, the swap judge, the lookback rule of the paper, and the reader without a model. Means per model.',
  columns: ({ run }) => [
    { key: 'model', head: 'model' },
    ...judgeNames(run.records[0]?.sayToDo.judges ?? []).map((name, j) => ({
      key: `judge_${j + 1}`,
      head: name,
      group: 'judges',
      format: fixed(3),
    })),
    { key: 'rule', head: 'rule', format: fixed(3) },
    { key: 'reader', head: 'reader', format: fixed(3) },
  ],
  rows: (evidence) => {
    const { run } = evidence;
    const all = {
      name: 'all',
      model: '',
      arm: 'dual' as const,
      records: run.records,
      indices: run.records.map((r) => r.index),
    };
    return [...groupsOf(run), all].map((group) => ({
      cells: { model: group.name, ...means(group, evidence) },
      records: group.indices,
      rule: group === all,
    }));
  },
  notes: (evidence) => [
    publishedNote(evidence),
    'The rule asks whether the lookbacks named in the prose stand in the code; prose that names none has no value and is left out.',
  ],
};

function judgeNames(verdicts: readonly { judge: string }[]): string[] {
  return verdicts.map((v) => v.judge);
}

type Rows = Pick<ReturnType<typeof groupsOf>[number], 'name' | 'model' | 'arm' | 'records'>;

function means(
  { name, model, arm, records }: Rows,
  { published, comparable }: FidesEvidence,
): Record<string, Cell> {
  const row = comparable ? published.models.find((m) => m.model === model && m.arm === arm) : undefined;
  const printed = [row?.sayToDo ?? null, row?.sayToDoSwap ?? null];
  const judged = (records[0]?.sayToDo.judges ?? []).map((_, j) => [
    `judge_${j + 1}`,
    { value: mean(records.map((r) => r.sayToDo.judges[j]?.score)), published: printed[j] ?? null },
  ]);
  return {
    ...(Object.fromEntries(judged) as Record<string, Cell>),
    rule: {
      value: mean(records.map((r) => r.sayToDo.rule.score)),
      published: name === 'all' ? published.judges.rule : null,
    },
    reader: { value: mean(records.map((r) => r.sayToDo.reader.score)) },
  };
}
