/** Beyond the paper: what look-ahead was worth, by the causal replay. */
import { count, fixed, signed } from '../../format.js';
import type { TableDeclaration } from '../../types.js';
import { label, type FidesEvidence } from '../evidence.js';

export const leakWorth: TableDeclaration<FidesEvidence> = {
  id: 'leak-worth',
  caption:
    'What look-ahead was worth. Sharpe ratio with the signals of the full run and with those made bar by bar, when the strategy is called on each prefix: flagged strategies and a seeded sample.',
  columns: [
    { key: 'strategy', head: 'strategy' },
    { key: 'flagged', head: 'flagged by' },
    { key: 'differing', head: 'bars that differ', format: count },
    { key: 'lag_one', head: 'lag one', group: 'Sharpe', format: signed(3) },
    { key: 'causal', head: 'causal', group: 'Sharpe', format: signed(3) },
    { key: 'worth', head: 'difference', group: 'Sharpe', format: signed(3) },
    { key: 'causal_density', head: 'density', format: fixed(3) },
  ],
  rows: ({ run }) =>
    run.records
      .filter((r) => r.lookAhead.replay !== null)
      .map((record) => {
        const { paper, tree, prefix, replay } = record.lookAhead;
        const by = [paper.length > 0 && 'pattern', tree.length > 0 && 'tree', prefix?.leak && 'prefix']
          .filter(Boolean)
          .join(', ');
        return {
          cells: {
            strategy: label(record),
            flagged: by || 'none (sample)',
            differing: replay!.differing,
            lag_one: record.primary.strategy!.sharpe,
            causal: replay!.metrics.sharpe,
            worth: replay!.sharpeDifference,
            causal_density: replay!.metrics.density,
          },
          records: [record.index],
        };
      }),
};
