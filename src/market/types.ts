/** The shapes of market data. */

/** How time runs: exchange days (252 a year) or around the clock (365 days a year). */
export type Calendar = 'exchange' | 'continuous';

/** Bars of one symbol as columns of equal length n, oldest first. */
export interface Bars {
  readonly symbol: string;
  readonly calendar: Calendar;
  /** 'day': one bar a day, time is midnight UTC of the ISO day; 'instant': time is the bar's opening instant. */
  readonly resolution: 'day' | 'instant';
  /** UTC milliseconds, strictly ascending. */
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  /** Split- and dividend-adjusted close (total return), where the source has one. */
  readonly adjClose?: Float64Array;
  readonly source: BarsSource;
}

export interface BarsSource {
  /** 'tidy', 'yahoo', 'stooq', 'binance', 'vega-datasets' or 'synthetic'. */
  readonly format: string;
  /** File name, address or generator, for people; never an absolute path. */
  readonly name: string;
  /** SHA-256 of the file's bytes, or of the generator's parameters. */
  readonly digest: string;
  readonly synthetic: boolean;
  /** What a reader must know, e.g. "price index, dividends not included". */
  readonly note?: string;
}

/** ISO days, both inclusive [conv]. */
export interface Window {
  readonly start: string;
  readonly end: string;
}

/** Indices of bars, from inclusive, to exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}
