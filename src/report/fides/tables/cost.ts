/** Time and tokens used. Times are of the machine that computed the unit, and are no part of the evidence. */
import { count, fixed } from '../../format.js';
import type { TableDeclaration } from '../../types.js';
import { groupsOf, mean, type FidesEvidence } from '../evidence.js';

const seconds = { group: 'seconds a strategy', format: fixed(2), measured: true } as const;

export const cost: TableDeclaration<FidesEvidence> = {
  id: 'cost',
  caption:
    'Time and tokens. Tokens of all completions of a model’s strategies, and seconds a strategy where they were measured (a completion from the cache costs none).',
  columns: [
    { key: 'model', head: 'model' },
    { key: 'prompt', head: 'prompt', group: 'tokens', format: count },
    { key: 'completion', head: 'completion', group: 'tokens', format: count },
    { key: 'elicit', head: 'asking', ...seconds },
    { key: 'judge', head: 'judging', ...seconds },
    { key: 'check', head: 'checks', ...seconds },
  ],
  rows: ({ run }) =>
    groupsOf(run).map(({ name, records, indices }) => {
      const calls = records.flatMap((r) => r.calls);
      const times = run.timings.filter((t) => indices.includes(t.index));
      const average = (...stages: string[]) => {
        const millis = mean(times.map((t) => stages.reduce((sum, stage) => sum + (t.stages[stage] ?? 0), 0)));
        return millis === null ? null : millis / 1000;
      };
      return {
        cells: {
          model: name,
          prompt: calls.reduce((sum, c) => sum + c.promptTokens, 0),
          completion: calls.reduce((sum, c) => sum + c.completionTokens, 0),
          elicit: average('elicit'),
          judge: average('judge'),
          check: average('execute', 'check', 'replay', 'inject'),
        },
        records: indices,
      };
    }),
};
