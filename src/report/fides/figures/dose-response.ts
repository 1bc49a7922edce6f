/** Figure 5 of the paper: do->real before and after injection. */
import type { FigureDeclaration } from '../../types.js';
import { mean, type FidesEvidence } from '../evidence.js';
import { injectedPairs, injectionNames } from '../tables/dose-response.js';

export const doseFigure: FigureDeclaration<FidesEvidence> = {
  id: 'dose-figure',
  caption:
    'do→real before and after one injected look-ahead: means over the strategies that still run, ours filled and the paper’s outlined.',
  alt: 'Bars of the mean of do to real for clean and injected strategies, ours and the paper’s.',
  draw: ({ run, published }) => ({
    kind: 'vega-lite',
    spec: {
      height: 26 * Math.max(2, 2 * injectionNames(run.records).length + 1),
      encoding: {
        y: { field: 'injection', type: 'nominal', title: null, sort: null },
        yOffset: { field: 'state', sort: ['clean', 'injected'] },
        x: { field: 'score', type: 'quantitative', title: 'do→real', scale: { domain: [0, 1] } },
      },
      layer: [
        {
          mark: { type: 'bar', stroke: '#1a1a1a', strokeWidth: 0.8 },
          encoding: {
            color: { field: 'state', type: 'nominal', title: null, sort: ['clean', 'injected'] },
            fillOpacity: { condition: { test: "datum.source === 'paper'", value: 0 }, value: 0.8 },
          },
        },
        {
          mark: { type: 'text', align: 'left', dx: 4 },
          encoding: { text: { field: 'score', format: '.2f' } },
        },
      ],
    },
    data: [
      ...injectionNames(run.records).flatMap((name) => {
        const pairs = injectedPairs(run.records, name);
        const records = pairs.map((p) => p.record.index);
        return [
          {
            injection: name,
            state: 'clean',
            source: 'run',
            score: mean(pairs.map((p) => p.record.doToReal.score)),
            records,
          },
          {
            injection: name,
            state: 'injected',
            source: 'run',
            score: mean(pairs.map((p) => p.injection.doToReal.score)),
            records,
          },
        ];
      }),
      { injection: 'paper: close-shift', state: 'clean', source: 'paper', score: published.lookAhead.clean },
      {
        injection: 'paper: close-shift',
        state: 'injected',
        source: 'paper',
        score: published.lookAhead.afterInjection,
      },
    ],
  }),
};
