/** Figure 3 of the paper: does concordance of prose and code go with performance? */
import type { FigureDeclaration } from '../../types.js';
import { groupsOf, label, sayToDo, type FidesEvidence } from '../evidence.js';

export const concordanceReturn: FigureDeclaration<FidesEvidence> = {
  id: 'concordance-return',
  caption:
    'Concordance of prose and code against performance. One mark a strategy that runs: say→do by the main judge, set apart sideways by model, and its Sharpe ratio less that of buy-and-hold. Above the dashed line it did better than holding.',
  alt: 'A scatter plot of say to do, in quarters, against Sharpe ratio in excess of buy-and-hold, by model.',
  draw: ({ run }) => {
    const groups = groupsOf(run);
    const apart = Math.min(0.05, 0.2 / groups.length);
    const strategies = groups.flatMap(({ name, records }, g) =>
      records
        .filter((r) => r.primary.strategy !== null && sayToDo(r) !== null)
        .map((record) => ({
          record: record.index,
          strategy: label(record),
          model: name,
          x: sayToDo(record)! + apart * (g - (groups.length - 1) / 2),
          excess: record.primary.strategy!.sharpe - record.primary.buyAndHold.sharpe,
        })),
    );
    if (strategies.length === 0) return null;
    return {
      kind: 'vega-lite',
      spec: {
        height: 205,
        layer: [
          {
            data: { name: 'zero' },
            mark: { type: 'rule', strokeDash: [4, 3] },
            encoding: { y: { field: 'y', type: 'quantitative' } },
          },
          {
            data: { name: 'strategies' },
            transform: [{ calculate: "'#strategy-' + datum.record", as: 'href' }],
            mark: { type: 'point', opacity: 0.9 },
            encoding: {
              x: {
                field: 'x',
                type: 'quantitative',
                title: 'say→do (main judge)',
                scale: { domain: [-0.12, 1.12], nice: false },
                axis: { values: [0, 0.25, 0.5, 0.75, 1], format: '.2f' },
              },
              y: { field: 'excess', type: 'quantitative', title: 'Sharpe − holding' },
              color: { field: 'model', type: 'nominal', title: null },
              shape: { field: 'model', type: 'nominal', title: null },
              href: { field: 'href' },
            },
          },
        ],
      },
      data: {
        zero: [{ y: 0 }],
        strategies,
      },
    };
  },
};
