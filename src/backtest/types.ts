/** The shapes of a backtest. */

/** What the market did to one position series over one window. Returns are fractions, ratios annualised. */
export interface Metrics {
  /** Number of daily returns in the window. */
  readonly n: number;
  /** sqrt(periods) mean / sample std; 0 for a flat series [conv]. */
  readonly sharpe: number;
  /** Compounded product minus 1 [conv]. */
  readonly totalReturn: number;
  readonly cagr: number;
  readonly volatility: number;
  readonly sortino: number;
  /** Largest fall from a peak of equity, as a positive fraction. */
  readonly maxDrawdown: number;
  /** Bar indices into the bars given; null when equity never falls. */
  readonly drawdownPeak: number | null;
  readonly drawdownTrough: number | null;
  readonly calmar: number;
  /** Share of days with a position whose return is above 0. */
  readonly hitRate: number;
  /** Share of days with a position other than 0. */
  readonly density: number;
  /** Sum of |pos_t - pos_{t-1}| over the window. */
  readonly turnover: number;
}

export interface BacktestOptions {
  /** One way, on turnover; 0 when absent. */
  readonly costBps?: number;
  /** 252 when absent. */
  readonly periodsPerYear?: number;
}

export interface Backtest {
  readonly metrics: Metrics;
  /** r_t over the window, length n. */
  readonly returns: Float64Array;
  /** Growth of 1 after each day, length n. */
  readonly equity: Float64Array;
}
