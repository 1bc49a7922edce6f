/** Figure 5 of the paper: do->real before and after injection. */
import type { FigureDeclaration } from '../../types.js';
import { PALETTE } from '../../style.js';
import { mean, type FidesEvidence } from '../evidence.js';
import { injectedPairs, injectionNames } from '../tables/dose-response.js';

export const doseFigure: FigureDeclaration<FidesEvidence> = {
  id: 'dose-figure',
  caption:
    'do→real before and after one injected look-ahead: means over the strategies that still run, and the paper’s means.',
  alt: 'Bars of the mean of do to real for clean and injected strategies, ours and the paper’s.',
  draw: ({ run, published }) => ({
    kind: 'vega-lite',
    spec: {
      height: { step: 17 },
      width: 500,
      transform: [{ calculate: "format(datum.score, '.2f') + ' ' + datum.state", as: 'label' }],
      encoding: {
        y: { field: 'injection', type: 'nominal', title: null, sort: null, scale: { paddingInner: 0.25 } },
        yOffset: { field: 'state', sort: ['clean', 'injected'] },
        x: {
          field: 'score',
          type: 'quantitative',
          title: 'do→real',
          scale: { domain: [0, 1.15], nice: false },
          axis: { values: [0, 0.25, 0.5, 0.75, 1], format: '.2f' },
        },
      },
      layer: [
        {
          mark: { type: 'bar' },
          encoding: {
            color: {
              field: 'state',
              type: 'nominal',
              sort: ['clean', 'injected'],
              scale: { range: ['#a9cce3', PALETTE[0]] },
              legend: null,
            },
          },
        },
        {
          mark: { type: 'text', align: 'left', dx: 4 },
          encoding: { text: { field: 'label' } },
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
