/** Metrics of many series as columns, so that ten thousand backtests make thirteen arrays and no objects. */
import type { Metrics } from './types.js';

/** A column a metric, one entry a series; the drawdown's bars are -1 where equity never falls. */
export type MetricColumns = { readonly [K in keyof Metrics]: Float64Array };

export function metricColumns(rows: number): MetricColumns {
  const column = () => new Float64Array(rows);
  return {
    n: column(),
    sharpe: column(),
    totalReturn: column(),
    cagr: column(),
    volatility: column(),
    sortino: column(),
    maxDrawdown: column(),
    drawdownPeak: column(),
    drawdownTrough: column(),
    calmar: column(),
    hitRate: column(),
    density: column(),
    turnover: column(),
  };
}

/** One row of the columns as an object. */
export function metricsAt(columns: MetricColumns, row: number): Metrics {
  const at = (column: Float64Array) => column[row]!;
  const bar = (column: Float64Array) => (at(column) < 0 ? null : at(column));
  return {
    n: at(columns.n),
    sharpe: at(columns.sharpe),
    totalReturn: at(columns.totalReturn),
    cagr: at(columns.cagr),
    volatility: at(columns.volatility),
    sortino: at(columns.sortino),
    maxDrawdown: at(columns.maxDrawdown),
    drawdownPeak: bar(columns.drawdownPeak),
    drawdownTrough: bar(columns.drawdownTrough),
    calmar: at(columns.calmar),
    hitRate: at(columns.hitRate),
    density: at(columns.density),
    turnover: at(columns.turnover),
  };
}
