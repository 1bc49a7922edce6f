/** A small report whose every kind of cell occurs once: what the tests of the room render. */
import { digestJson } from '#fides/base/digest.js';
import type { ReportDeclaration } from 'fides/report';
import { count, fixed, percent, signed } from 'fides/report';

export interface Sample {
  readonly scores: readonly { readonly model: string; readonly sharpe: number; readonly n: number }[];
}

export const sample: Sample = {
  scores: [
    { model: 'alpha', sharpe: -0.0912, n: 1502 },
    { model: 'beta <b>', sharpe: 0.5825, n: 8 },
  ],
};

export const sampleReport: ReportDeclaration<Sample> = {
  name: 'sample',
  title: 'A sample report',
  identify: (evidence) => ({ id: 'sample-1', digest: digestJson(evidence) }),
  tables: [
    {
      id: 'scores',
      caption: ({ scores }) =>
        `Scores of ${scores.length} models; the formula is $S = \\bar r / s_r$, see @[curve].`,
      columns: [
        { key: 'model', head: 'model' },
        { key: 'n', head: '$n$', format: count },
        { key: 'sharpe', head: 'Sharpe', format: signed(3) },
        { key: 'share', head: 'share', group: 'of *all*', format: percent(1) },
        { key: 'wins', head: 'wins', group: 'of *all*' },
      ],
      rows: ({ scores }) => [
        ...scores.map(({ model, n, sharpe }, i) => ({
          cells: {
            model,
            n,
            sharpe: {
              value: sharpe,
              published: i === 0 ? -0.091 : null,
              interval: [sharpe - 1, sharpe + 1] as const,
            },
            share: { value: n / 1510, note: 'Of days.' },
            wins: i === 0,
          },
          records: [i],
          ...(i === 0 ? { label: 'Group one' } : {}),
        })),
        { cells: { model: 'mean', sharpe: { value: 0.24565, stress: 'strong' as const } }, rule: true },
      ],
      notes: ['A note with `code`.'],
    },
  ],
  figures: [
    {
      id: 'curve',
      caption: 'A curve from −1 to 1, say→do.',
      alt: 'A line that rises.',
      draw: () => ({
        kind: 'vega-lite',
        spec: {
          height: 120,
          mark: 'line',
          encoding: { x: { field: 'x', type: 'quantitative' }, y: { field: 'y', type: 'quantitative' } },
        },
        data: [-1, 0, 1].map((x) => ({ x, y: x ** 3 })),
      }),
    },
  ],
  values: [{ id: 'best', of: ({ scores }) => Math.max(...scores.map((s) => s.sharpe)), format: fixed(2) }],
  context: () => ({ words: ['one', 'two'] }),
};
