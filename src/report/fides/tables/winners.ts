/** Appendix B of the paper: the strategies that beat buy-and-hold, the degenerate ones named. */
import { fixed, percent, signed } from '../../format.js';
import type { Cell, TableDeclaration } from '../../types.js';
import { label, type FidesEvidence } from '../evidence.js';

export const winners: TableDeclaration<FidesEvidence> = {
  id: 'winners',
  caption:
    'The winners: strategies with both a higher Sharpe ratio and a higher return than buy-and-hold out of sample. A strategy that is always flat wins against a falling asset; such a win is called degenerate.',
  columns: [
    { key: 'strategy', head: 'strategy' },
    { key: 'sharpe', head: 'strategy', group: 'Sharpe', format: signed(3) },
    { key: 'held_sharpe', head: 'held', group: 'Sharpe', format: signed(3) },
    { key: 'total_return', head: 'strategy', group: 'return', format: percent(1) },
    { key: 'held_return', head: 'held', group: 'return', format: percent(1) },
    { key: 'density', head: 'density', format: fixed(3) },
    { key: 'note', head: '' },
  ],
  rows: ({ run, published, comparable }) => [
    ...run.records
      .filter((r) => r.primary.beatsBuyAndHold)
      .map((record) => {
        const { strategy, buyAndHold, flat } = record.primary;
        const leaks = record.lookAhead.prefix?.leak === true;
        return {
          cells: {
            strategy: label(record),
            sharpe: strategy!.sharpe,
            held_sharpe: buyAndHold.sharpe,
            total_return: strategy!.totalReturn,
            held_return: buyAndHold.totalReturn,
            density: strategy!.density,
            note: [flat && 'degenerate: always flat', leaks && 'uses the future'].filter(Boolean).join('; '),
          },
          records: [record.index],
        };
      }),
    ...(comparable
      ? []
      : published.winners.map((w, i) => ({
          cells: theirs(w),
          ...(i === 0 ? { label: 'The paper, on its own models and ETFs' } : {}),
        }))),
  ],
};

function theirs(w: FidesEvidence['published']['winners'][number]): Record<string, Cell | string> {
  const muted = (value: number): Cell => ({ value, stress: 'muted' });
  return {
    strategy: `${w.model}${w.arm === 'two-stage' ? ' (two-stage)' : ''}, ${w.task}`,
    sharpe: muted(w.sharpe),
    held_sharpe: muted(w.buyAndHoldSharpe),
    total_return: muted(w.totalReturn),
    held_return: muted(w.buyAndHoldReturn),
    density: muted(w.density),
    note: w.density === 0 ? 'degenerate: always flat' : '',
  };
}
