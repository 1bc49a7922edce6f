/** The baselines report: what prices and engine give without any model. */
import { fixed, signed } from '../format.js';
import type { ReportDeclaration } from '../types.js';
import { baselineName, type BaselineEvidence } from './evidence.js';
import { drawdown, equity } from './figures.js';
import { byEtf, byWindow, dataTable, nameOf, pairs, windowName } from './tables.js';

export { baselineEvidence, type BaselineEvidence, type BaselineInput } from './evidence.js';

/** Declares the report; the ETF table is part of it only where the ETFs are. */
export function baselinesReport({ etf }: BaselineEvidence): ReportDeclaration<BaselineEvidence> {
  return {
    name: 'baselines',
    title: 'Baselines without a model',
    identify: baselineName,
    tables: [byWindow, ...(etf ? [byEtf] : []), dataTable],
    figures: [equity, drawdown],
    values: [
      { id: 'windows', of: ({ windows }) => windows.length },
      { id: 'bars', of: ({ bars }) => bars.time.length },
      {
        id: 'rule-above',
        of: ({ rows }) =>
          pairs(rows).filter(([h, r]) => r.result.metrics.sharpe > h.result.metrics.sharpe).length,
      },
      { id: 'mean-hold', of: ({ rows }) => meanSharpe(pairs(rows).map(([h]) => h)), format: fixed(2) },
      { id: 'mean-rule', of: ({ rows }) => meanSharpe(pairs(rows).map(([, r]) => r)), format: fixed(2) },
      {
        id: 'worst',
        of: ({ rows }) => -Math.max(...rows.map((r) => r.result.metrics.maxDrawdown)) * 100,
        format: signed(1),
      },
      { id: 'fast', of: ({ sma }) => sma[0] },
      { id: 'slow', of: ({ sma }) => sma[1] },
    ],
    context: ({ bars, windows, etf: given }) => ({
      asset: nameOf(bars),
      first: windowName(windows[0]!),
      last: windowName(windows.at(-1)!),
      etf: given ? { window: windowName(given.window), symbols: given.bars.map((b) => b.symbol) } : null,
    }),
  };
}

function meanSharpe(rows: readonly { result: { metrics: { sharpe: number } } }[]): number {
  return rows.reduce((sum, row) => sum + row.result.metrics.sharpe, 0) / rows.length;
}
