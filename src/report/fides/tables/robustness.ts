/** Table 4 of the paper: how many strategies hold against each control. */
import type { UnitRecord } from '../../../study/index.js';
import { count, percent } from '../../format.js';
import type { TableDeclaration } from '../../types.js';
import { indices, publishedNote, share, type FidesEvidence, type Published } from '../evidence.js';

interface Control {
  readonly name: (evidence: FidesEvidence) => string;
  readonly holds: (record: UnitRecord) => boolean;
  readonly printed: keyof Omit<Published['robustness'], 'n'>;
}

const CONTROLS: readonly Control[] = [
  {
    name: () => 'beat buy-and-hold, primary window',
    holds: (r) => r.primary.beatsBuyAndHold,
    printed: 'primary',
  },
  {
    name: () => 'beat buy-and-hold, alternate window',
    holds: (r) => r.alternate?.beatsBuyAndHold === true,
    printed: 'alternate',
  },
  {
    name: ({ run }) => `beat buy-and-hold, primary window, after ${run.manifest.costBps} bp`,
    holds: (r) => r.primary.beatsBuyAndHoldWithCost,
    printed: 'withCost',
  },
  {
    name: ({ run }) => `Sharpe above SMA(${run.manifest.sma.join(', ')})`,
    holds: (r) => r.primary.sharpeAboveSma,
    printed: 'sharpeAboveSma',
  },
];

export const robustness: TableDeclaration<FidesEvidence> = {
  id: 'robustness',
  caption:
    'Robustness. Strategies that hold against each control, of all strategies of the run; both Sharpe ratio and return must exceed those of buy-and-hold.',
  columns: [
    { key: 'control', head: 'control' },
    { key: 'hold', head: 'strategies', format: count },
    { key: 'share', head: 'share', format: percent(1) },
    { key: 'flat', head: 'of them always flat', format: count },
  ],
  rows: (evidence) =>
    CONTROLS.map(({ name, holds, printed }) => {
      const { run, published } = evidence;
      const records = run.records.filter(holds);
      const flat = records.filter((r) => (printed === 'alternate' ? r.alternate?.flat : r.primary.flat));
      return {
        cells: {
          control: name(evidence),
          hold: { value: records.length, published: published.robustness[printed] },
          share: {
            value: share(records.length, run.records.length),
            published: published.robustness[printed] / published.robustness.n,
          },
          flat: { value: flat.length, records: indices(flat) },
        },
        records: indices(records),
      };
    }),
  notes: (evidence) => [
    publishedNote(evidence),
    ...evidence.run.manifest.warnings.filter((w) => w.includes('window')),
  ],
};
