/** Table 7 of the paper: one call against two, for the models asked both ways. */
import { fixed, signed } from '../../format.js';
import type { TableDeclaration } from '../../types.js';
import { groupsOf, mean, sayToDo, type FidesEvidence } from '../evidence.js';

export const arms: TableDeclaration<FidesEvidence> = {
  id: 'arms',
  caption:
    'One call against two. The same model asked for prose and code at once (dual), and for prose first and then for code that implements it (two-stage).',
  columns: [
    { key: 'model', head: 'model' },
    { key: 'arm', head: 'arm' },
    { key: 'say_do', head: 'say→do', format: fixed(3) },
    { key: 'do_real', head: 'do→real', format: fixed(3) },
    { key: 'sharpe', head: 'Sharpe', format: signed(3) },
    { key: 'density', head: 'density', format: fixed(3) },
  ],
  rows: ({ run, published, comparable }) => {
    const groups = groupsOf(run);
    const both = groups.filter((g) => groups.some((o) => o.model === g.model && o.arm !== g.arm));
    return both.map(({ model, arm, records, indices }) => {
      const row = comparable ? published.models.find((m) => m.model === model && m.arm === arm) : undefined;
      return {
        cells: {
          model,
          arm,
          say_do: { value: mean(records.map(sayToDo)), published: row?.sayToDo ?? null },
          do_real: { value: mean(records.map((r) => r.doToReal.score)), published: row?.doToReal ?? null },
          sharpe: {
            value: mean(records.map((r) => r.primary.strategy?.sharpe)),
            published: row?.sharpe ?? null,
          },
          density: {
            value: mean(records.map((r) => r.primary.strategy?.density)),
            published: row?.density ?? null,
          },
        },
        records: indices,
      };
    });
  },
};
