/** Table 3 of the paper: does concordance of prose and code select strategies that work? */
import type { UnitRecord } from '../../../study/index.js';
import { count, percent } from '../../format.js';
import type { TableDeclaration } from '../../types.js';
import { indices, publishedNote, sayToDo, share, type FidesEvidence } from '../evidence.js';

export const gate: TableDeclaration<FidesEvidence> = {
  id: 'gate',
  caption:
    'Concordance as a gate. Strategies that the main judge finds wholly concordant, and the others; how many of each beat buy-and-hold out of sample.',
  columns: [
    { key: 'group', head: 'say→do' },
    { key: 'n', head: 'strategies', format: count },
    { key: 'beat', head: 'beat buy-and-hold', format: count },
    { key: 'share', head: 'share', format: percent(1) },
  ],
  rows: ({ run, published }) => {
    const judged = run.records.filter((r) => sayToDo(r) !== null);
    return [
      row(
        '= 1',
        judged.filter((r) => sayToDo(r) === 1),
        published.gate.concordant,
      ),
      row(
        '< 1',
        judged.filter((r) => sayToDo(r)! < 1),
        published.gate.below,
      ),
    ];
  },
  notes: (evidence) => [publishedNote(evidence)],
};

function row(
  group: string,
  records: readonly UnitRecord[],
  printed: { n: number; beat: number; share: number },
) {
  const beat = records.filter((r) => r.primary.beatsBuyAndHold);
  return {
    cells: {
      group,
      n: { value: records.length, published: printed.n },
      beat: { value: beat.length, published: printed.beat, records: indices(beat) },
      share: { value: share(beat.length, records.length), published: printed.share },
    },
    records: indices(records),
  };
}
