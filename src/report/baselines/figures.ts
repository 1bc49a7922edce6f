/** Figures of the baselines report. */
import type { Baseline } from '../../backtest/index.js';
import { formatTime, rangeOf } from '../../market/index.js';
import type { Datum, FigureDeclaration } from '../types.js';
import type { BaselineEvidence } from './evidence.js';
import { nameOf, pairs, windowName } from './tables.js';

const HOLD = 'buy-and-hold';
const RULE = 'SMA rule';

const STRATEGY = {
  color: { field: 'strategy', type: 'nominal', title: null, sort: [HOLD, RULE] },
  strokeDash: { field: 'strategy', type: 'nominal', title: null, sort: [HOLD, RULE] },
};

export const equity: FigureDeclaration<BaselineEvidence> = {
  id: 'equity',
  caption: ({ bars }) =>
    `Growth of 1 in each window, ${nameOf(bars)}: holding the asset, and the SMA rule, before costs. Where the rule is out of the market its line is level.`,
  alt: 'Small line charts, one a window, of the growth of buy-and-hold and of the moving-average rule.',
  draw: (evidence) => ({
    kind: 'vega-lite',
    spec: {
      facet: { field: 'window', type: 'nominal', title: null, sort: null, header: { labelPadding: 3 } },
      columns: 4,
      spacing: { row: 16, column: 14 },
      spec: {
        width: 127,
        height: 92,
        mark: { type: 'line', strokeWidth: 1 },
        encoding: {
          x: {
            field: 'day',
            type: 'quantitative',
            title: null,
            scale: { domain: [0, 510], nice: false },
            axis: {
              values: [0, 252, 504],
              labelExpr: "datum.value == 0 ? '0' : datum.value == 252 ? '1 y' : '2 y'",
            },
          },
          y: {
            field: 'equity',
            type: 'quantitative',
            title: null,
            scale: { zero: false },
            axis: { tickCount: 4, format: '.1f' },
          },
          ...STRATEGY,
        },
      },
    },
    data: evidence.rows.flatMap((row) => equityRows(row)),
  }),
};

/** Every second day is drawn: a line of 127 px cannot show more. */
function equityRows({ strategy, window, result }: Baseline): Datum[] {
  const rows: Datum[] = [];
  for (let t = 0; t < result.equity.length; t += 2)
    rows.push({
      window: windowName(window),
      strategy: nameStrategy(strategy),
      day: t + 1,
      equity: rounded(result.equity[t]!),
    });
  return rows;
}

export const drawdown: FigureDeclaration<BaselineEvidence> = {
  id: 'drawdown',
  caption: ({ bars }) =>
    `Drawdown from the last peak within each window, ${nameOf(bars)}. Grey lines part the windows, at each of which both start anew.`,
  alt: 'Two line charts over all windows: the fall from the last peak of buy-and-hold and of the rule.',
  draw: (evidence) => ({
    kind: 'vega-lite',
    spec: {
      height: 215,
      layer: [
        {
          data: { name: 'starts' },
          mark: { type: 'rule', color: '#bdbdbd', strokeWidth: 0.6 },
          encoding: { x: { field: 'day', type: 'temporal', timeUnit: 'utcyearmonthdate' } },
        },
        {
          data: { name: 'drawdowns' },
          mark: { type: 'line', strokeWidth: 1 },
          encoding: {
            x: {
              field: 'day',
              type: 'temporal',
              timeUnit: 'utcyearmonthdate',
              title: null,
              axis: { format: '%Y', tickCount: 8 },
            },
            y: {
              field: 'drawdown',
              type: 'quantitative',
              title: 'drawdown',
              axis: { format: '.0%' },
            },
            detail: { field: 'window', type: 'nominal' },
            ...STRATEGY,
          },
        },
      ],
    },
    data: {
      starts: pairs(evidence.rows).map(([{ window }]) => ({ day: window.start })),
      drawdowns: evidence.rows.flatMap((row) => drawdownRows(row, evidence)),
    },
  }),
};

function drawdownRows({ strategy, window, result }: Baseline, { bars }: BaselineEvidence): Datum[] {
  const { from } = rangeOf(bars, window);
  let peak = 1;
  return Array.from(result.equity, (value, t) => {
    peak = Math.max(peak, value);
    return {
      window: windowName(window),
      strategy: nameStrategy(strategy),
      day: formatTime(bars.time[from + t]!, bars.resolution),
      drawdown: rounded(value / peak - 1),
    };
  }).filter((_, t) => t % 3 === 0);
}

const nameStrategy = (strategy: string): string => (strategy === 'buy-and-hold' ? HOLD : RULE);
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
