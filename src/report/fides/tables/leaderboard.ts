/** Table 2 of the paper: means per model. */
import { count, fixed, signed } from '../../format.js';
import type { Cell, TableDeclaration } from '../../types.js';
import {
  failed,
  groupsOf,
  mean,
  sayToDo,
  type FidesEvidence,
  type Group,
  type PublishedModel,
} from '../evidence.js';

export const leaderboard: TableDeclaration<FidesEvidence> = {
  id: 'leaderboard',
  caption:
    'The three gaps, per model. Means over its strategies, each gap in [0, 1] and 1 where the two sides agree; Sharpe ratio and position density out of sample, over the strategies that run.',
  columns: [
    { key: 'model', head: 'model' },
    { key: 'n', head: '$n$', format: count },
    { key: 'say_do', head: 'say→do', format: fixed(3) },
    { key: 'do_real', head: 'do→real', format: fixed(3) },
    { key: 'say_result', head: 'say→result', format: fixed(3) },
    { key: 'sharpe', head: 'Sharpe', format: signed(3) },
    { key: 'density', head: 'density', format: fixed(3) },
    { key: 'fails', head: 'fails', format: count },
  ],
  rows: (evidence) => [
    ...groupsOf(evidence.run).map((group) => ({ cells: ours(group, evidence), records: group.indices })),
    ...(evidence.comparable
      ? []
      : evidence.published.models.map((row, i) => ({
          cells: theirs(row),
          ...(i === 0 ? { label: 'The paper, on its own models and ETFs' } : {}),
        }))),
  ],
  notes: [
    'say→do by the main judge, failed strategies included. Sharpe and density leave failed strategies out; the number that run is $n$ less the fails.',
  ],
};

function ours(
  { model, arm, name, records }: Group,
  { published, comparable }: FidesEvidence,
): Record<string, Cell | string | number> {
  const row = comparable ? published.models.find((m) => m.model === model && m.arm === arm) : undefined;
  const cell = (value: number | null, printed: number | undefined): Cell => ({
    value,
    published: printed ?? null,
  });
  return {
    model: name,
    n: records.length,
    say_do: cell(mean(records.map(sayToDo)), row?.sayToDo),
    do_real: cell(mean(records.map((r) => r.doToReal.score)), row?.doToReal),
    say_result: cell(mean(records.map((r) => r.sayToResult.score)), row?.sayToResult),
    sharpe: cell(mean(records.map((r) => r.primary.strategy?.sharpe)), row?.sharpe),
    density: cell(mean(records.map((r) => r.primary.strategy?.density)), row?.density),
    fails: cell(records.filter(failed).length, row?.fails),
  };
}

function theirs(row: PublishedModel): Record<string, Cell | string> {
  const muted = (value: number): Cell => ({ value, stress: 'muted' });
  return {
    model: row.arm === 'two-stage' ? `${row.model} (two-stage)` : row.model,
    n: muted(row.n),
    say_do: muted(row.sayToDo),
    do_real: muted(row.doToReal),
    say_result: muted(row.sayToResult),
    sharpe: muted(row.sharpe),
    density: muted(row.density),
    fails: muted(row.fails),
  };
}
