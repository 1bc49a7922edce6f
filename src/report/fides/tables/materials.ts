/** What the run was made from: models with their knowledge cut-offs against the windows, and data. */
import type { TableDeclaration } from '../../types.js';
import type { FidesEvidence } from '../evidence.js';

export const models: TableDeclaration<FidesEvidence> = {
  id: 'models',
  caption:
    'Models. The engine is part of the identity of a completion: text may differ between engines and devices. A model whose knowledge reaches into the out-of-sample window may remember it.',
  columns: [
    { key: 'model', head: 'model' },
    { key: 'role', head: 'role' },
    { key: 'family', head: 'family' },
    { key: 'engine', head: 'engine' },
    { key: 'cutoff', head: 'knowledge to' },
    { key: 'digest', head: 'SHA-256' },
  ],
  rows: ({ run: { manifest } }) => {
    const first = manifest.tasks.map((t) => t.primary.start).sort()[0] ?? '';
    return manifest.models.map((m) => ({
      cells: {
        model: m.demonstration
          ? {
              value: m.name,
              note: 'A toy, trained on a synthetic corpus to show the protocol; it knows nothing of markets.',
            }
          : m.name,
        role: m.role,
        family: m.family,
        engine: `${m.engine.backend}, ${m.engine.device}`,
        cutoff: m.demonstration
          ? 'no market data'
          : (m.knowledgeCutoff ?? 'unknown') +
            (m.knowledgeCutoff && m.knowledgeCutoff >= first ? ' (inside the window)' : ''),
        digest: { value: m.digest, text: `\`${m.digest.slice(0, 12)}\`` },
      },
    }));
  },
};

export const data: TableDeclaration<FidesEvidence> = {
  id: 'data',
  caption: 'Data.',
  columns: [
    { key: 'symbol', head: 'symbol' },
    { key: 'source', head: 'source' },
    { key: 'bars', head: 'bars' },
    { key: 'first', head: 'first' },
    { key: 'last', head: 'last' },
    { key: 'digest', head: 'SHA-256' },
  ],
  rows: ({ run: { manifest } }) =>
    manifest.data.map((d) => ({
      cells: {
        symbol: d.symbol,
        source: `${d.name}${d.synthetic ? ' (synthetic)' : ''}`,
        bars: d.note ? { value: d.bars, note: `${d.note}.` } : d.bars,
        first: d.first,
        last: d.last,
        digest: { value: d.digest, text: `\`${d.digest.slice(0, 12)}\`` },
      },
    })),
};
