/** Beyond the paper: what each detector says of clean and of injected strategies. */
import type { TableDeclaration } from '../../types.js';
import { indices, type FidesEvidence } from '../evidence.js';
import { injectedPairs, injectionNames } from './dose-response.js';

type Flag = boolean | null;
type Sighting = Readonly<Record<'paper' | 'tree' | 'prefix' | 'replay', Flag>>;

export const detectors: TableDeclaration<FidesEvidence> = {
  id: 'detectors',
  caption:
    'Who sees look-ahead. Strategies flagged by each detector, of those that it examined: as delivered, and after each injection. The two static checks read the source; the prefix check and the causal replay withhold the future.',
  columns: [
    { key: 'strategies', head: 'strategies' },
    { key: 'n', head: '$n$' },
    { key: 'paper', head: 'pattern', group: 'static' },
    { key: 'tree', head: 'tree', group: 'static' },
    { key: 'prefix', head: 'prefix', group: 'withheld future' },
    { key: 'replay', head: 'replay', group: 'withheld future' },
  ],
  rows: ({ run }) => {
    const running = run.records.filter((r) => r.execution.outcome === 'ok');
    const delivered = running.map(({ lookAhead: { paper, tree, prefix, replay } }) => ({
      paper: paper.length > 0,
      tree: tree.length > 0,
      prefix: prefix && prefix.leak,
      replay: replay && replay.differing > 0,
    }));
    return [
      { cells: counts('as delivered', delivered), records: indices(running) },
      ...injectionNames(run.records).map((name) => {
        const pairs = injectedPairs(run.records, name);
        return {
          cells: counts(
            `injected: ${name}`,
            pairs.map((p) => p.injection),
          ),
          records: indices(pairs.map((p) => p.record)),
        };
      }),
    ];
  },
  notes: ['As *flagged/examined* where a detector did not examine all.'],
};

function counts(strategies: string, sightings: readonly Sighting[]) {
  const flagged = (detector: keyof Sighting) => {
    const examined = sightings.map((s) => s[detector]).filter((flag) => flag !== null);
    const seen = examined.filter(Boolean).length;
    if (examined.length === 0) return null;
    return {
      value: seen,
      ...(examined.length < sightings.length ? { text: `${seen}/${examined.length}` } : {}),
    };
  };
  return {
    strategies,
    n: sightings.length,
    paper: flagged('paper'),
    tree: flagged('tree'),
    prefix: flagged('prefix'),
    replay: flagged('replay'),
  };
}
