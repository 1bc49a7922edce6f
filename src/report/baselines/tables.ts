/** Tables of the baselines report. */
import type { Baseline } from '../../backtest/index.js';
import { formatTime, type Bars } from '../../market/index.js';
import { count, percent, signed, fixed } from '../format.js';
import { anchors } from './anchors.js';
import type { Cell, Column, Row, TableDeclaration } from '../types.js';
import type { BaselineEvidence } from './evidence.js';

const BOTH: readonly Column[] = [
  { key: 'bh_sharpe', head: 'Sharpe', group: 'buy-and-hold', format: signed(3) },
  { key: 'bh_return', head: 'return', group: 'buy-and-hold', format: percent(1) },
  { key: 'bh_drawdown', head: 'drawdown', group: 'buy-and-hold', format: percent(1) },
  { key: 'sma_sharpe', head: 'Sharpe', group: 'SMA rule', format: signed(3) },
  { key: 'sma_return', head: 'return', group: 'SMA rule', format: percent(1) },
  { key: 'sma_drawdown', head: 'drawdown', group: 'SMA rule', format: percent(1) },
  { key: 'sma_density', head: 'density', group: 'SMA rule', format: fixed(2) },
];

export const byWindow: TableDeclaration<BaselineEvidence> = {
  id: 'baselines',
  caption: ({ bars }) =>
    `Baselines on ${nameOf(bars)}, window by window. Annualised Sharpe ratio, total return and largest drawdown of holding the asset and of the SMA rule, before costs; density is the share of days with a position.`,
  columns: [{ key: 'window', head: 'window' }, { key: 'n', head: 'days', format: count }, ...BOTH],
  rows: ({ rows }) => [
    ...pairs(rows).map(([hold, rule]) => ({
      cells: { window: windowName(hold.window), n: hold.result.metrics.n, ...metrics(hold, rule) },
      records: [windowName(hold.window)],
    })),
    meanRow('window', rows),
  ],
  notes: ({ bars }) => (bars.source.note ? [`${bars.symbol}: ${bars.source.note}.`] : []),
};

export const byEtf: TableDeclaration<BaselineEvidence> = {
  id: 'etf-baselines',
  caption: ({ etf }) =>
    `Baselines on the paper's eight ETFs, ${etf ? windowName(etf.window) : ''}, with the values that the paper prints. These depend on prices and engine only.`,
  columns: [{ key: 'symbol', head: 'ETF' }, { key: 'n', head: 'days', format: count }, ...BOTH],
  rows: ({ etfRows }) => [
    ...pairs(etfRows).map(([hold, rule]): Row => {
      const cells: Record<string, Cell | number> = metrics(hold, rule);
      if (hold.symbol === 'TLT') {
        const { tltSharpe, tltReturn } = anchors();
        cells.bh_sharpe = { value: hold.result.metrics.sharpe, published: tltSharpe };
        cells.bh_return = { value: hold.result.metrics.totalReturn, published: tltReturn };
      }
      return { cells: { symbol: hold.symbol, n: hold.result.metrics.n, ...cells }, records: [hold.symbol] };
    }),
    etfMean(etfRows),
  ],
  notes: [
    'Adjusted closes (dividends count). “publ.” is the value printed in the paper, with the difference from ours in brackets.',
  ],
};

export const dataTable: TableDeclaration<BaselineEvidence> = {
  id: 'data',
  caption:
    'Data. Each file is known by the SHA-256 of its bytes, of which the first twelve digits are shown.',
  columns: [
    { key: 'symbol', head: 'symbol' },
    { key: 'file', head: 'file' },
    { key: 'format', head: 'format' },
    { key: 'bars', head: 'bars', format: count },
    { key: 'first', head: 'first day' },
    { key: 'last', head: 'last day' },
    { key: 'digest', head: 'SHA-256' },
  ],
  rows: ({ bars, etf }) => [bars, ...(etf?.bars ?? [])].map(dataRow),
};

function dataRow({ symbol, source, time, resolution }: Bars): Row {
  return {
    cells: {
      symbol,
      file: { value: source.name, text: `\`${source.name}\`` },
      format: source.synthetic ? 'synthetic' : source.format,
      bars: time.length,
      first: formatTime(time[0]!, resolution),
      last: formatTime(time.at(-1)!, resolution),
      digest: { value: source.digest, text: `\`${source.digest.slice(0, 12)}\`` },
    },
    records: [symbol],
  };
}

function metrics(hold: Baseline, rule: Baseline): Record<string, number> {
  const [h, r] = [hold.result.metrics, rule.result.metrics];
  return {
    bh_sharpe: h.sharpe,
    bh_return: h.totalReturn,
    bh_drawdown: h.maxDrawdown,
    sma_sharpe: r.sharpe,
    sma_return: r.totalReturn,
    sma_drawdown: r.maxDrawdown,
    sma_density: r.density,
  };
}

function meanRow(key: string, rows: readonly Baseline[]): Row {
  const all = pairs(rows).map(([hold, rule]) => metrics(hold, rule));
  const mean = (name: string) => all.reduce((sum, row) => sum + row[name]!, 0) / all.length;
  return {
    cells: {
      [key]: 'mean',
      ...Object.fromEntries(Object.keys(all[0] ?? {}).map((name) => [name, mean(name)])),
    },
    records: pairs(rows).map(([hold]) => (key === 'symbol' ? hold.symbol : windowName(hold.window))),
    rule: true,
  };
}

function etfMean(rows: readonly Baseline[]): Row {
  const row = meanRow('symbol', rows);
  const value = row.cells.sma_sharpe as number;
  return { ...row, cells: { ...row.cells, sma_sharpe: { value, published: anchors().meanSmaSharpe } } };
}

/** Buy-and-hold and the rule of each symbol and window. */
export function pairs(rows: readonly Baseline[]): [hold: Baseline, rule: Baseline][] {
  return rows.flatMap((row, i) => (i % 2 === 0 ? [[row, rows[i + 1]!] as [Baseline, Baseline]] : []));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** '2007–08' for whole years, '2019–20 (to 17 Apr)' where the second is not. */
export function windowName({ start, end }: { readonly start: string; readonly end: string }): string {
  const whole = start.endsWith('-01-01') && end.endsWith('-12-31');
  const years = `${start.slice(0, 4)}\u2013${end.slice(2, 4)}`;
  return whole ? years : `${years} (to ${Number(end.slice(8))} ${MONTHS[Number(end.slice(5, 7)) - 1]})`;
}

export function nameOf({ symbol }: Bars): string {
  return symbol === 'SPX' ? 'the S&P 500 index' : symbol;
}
