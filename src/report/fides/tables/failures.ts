/** What became of every strategy: the closed list of outcomes. */
import { PARSE_FAILURES } from '../../../elicitation/index.js';
import { OUTCOMES } from '../../../sandbox/index.js';
import type { TableDeclaration } from '../../types.js';
import { groupsOf, type FidesEvidence } from '../evidence.js';

const STATES = [...OUTCOMES, ...PARSE_FAILURES];

export const failures: TableDeclaration<FidesEvidence> = {
  id: 'failures',
  caption:
    'What became of the strategies. Outcomes in the sandbox, and replies that could not be read; no strategy is dropped.',
  columns: ({ run }) => [
    { key: 'outcome', head: 'outcome' },
    ...groupsOf(run).map((g, i) => ({ key: `g${i}`, head: g.name })),
  ],
  rows: ({ run }) => {
    const groups = groupsOf(run);
    return STATES.map((state) => {
      const found = groups.map((g) =>
        g.records.filter((r) => (r.delivery.failure ?? r.execution.outcome) === state),
      );
      const cells = Object.fromEntries(
        found.map((records, i) => [`g${i}`, { value: records.length, records: records.map((r) => r.index) }]),
      );
      return {
        state,
        total: found.flat().length,
        row: { cells: { outcome: state, ...cells }, records: found.flat().map((r) => r.index) },
      };
    })
      .filter(({ state, total }) => state === 'ok' || total > 0)
      .map(({ row }) => row);
  },
};
