/** Beyond the paper: means per model with intervals, seeds of one task drawn together. */
import { clusteredMean } from '../../../concordance/index.js';
import type { UnitRecord } from '../../../study/index.js';
import { fixed, signed } from '../../format.js';
import type { Cell, TableDeclaration } from '../../types.js';
import { groupsOf, sayToDo, type FidesEvidence } from '../evidence.js';

export const seeds: TableDeclaration<FidesEvidence> = {
  id: 'seeds',
  caption:
    'Means with 95 % intervals. The bootstrap draws whole tasks, since strategies of one task share its market and are not independent; seeds of a task stay together.',
  columns: [
    { key: 'model', head: 'model' },
    { key: 'seeds', head: 'seeds' },
    { key: 'say_do', head: 'say→do', format: fixed(3) },
    { key: 'do_real', head: 'do→real', format: fixed(3) },
    { key: 'say_result', head: 'say→result', format: fixed(3) },
    { key: 'excess', head: 'Sharpe − holding', format: signed(3) },
  ],
  rows: ({ run }) =>
    groupsOf(run).map(({ name, records, indices }) => ({
      cells: {
        model: name,
        seeds: new Set(records.map((r) => r.unit.seed)).size,
        say_do: interval(records, sayToDo),
        do_real: interval(records, (r) => r.doToReal.score),
        say_result: interval(records, (r) => r.sayToResult.score),
        excess: interval(
          records,
          (r) => r.primary.strategy && r.primary.strategy.sharpe - r.primary.buyAndHold.sharpe,
        ),
      },
      records: indices,
    })),
};

function interval(records: readonly UnitRecord[], of: (record: UnitRecord) => number | null): Cell {
  const defined = records.flatMap((record) => {
    const value = of(record);
    return value === null ? [] : [{ value, task: record.unit.task }];
  });
  if (defined.length === 0) return { value: null };
  const { mean, low, high } = clusteredMean(
    defined.map((d) => d.value),
    defined.map((d) => d.task),
    { seed: 'seeds' },
  );
  return { value: mean, interval: [low, high] };
}
