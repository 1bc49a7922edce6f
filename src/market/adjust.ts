import type { Bars } from './types.js';

/**
 * Total-return bars: open, high, low and close scaled by adjusted close / close, so that dividends and splits count
 * as returns. The same object when the source has no adjusted close. Volume stays as it is.
 */
export function adjusted(bars: Bars): Bars {
  const { adjClose, ...rest } = bars;
  if (!adjClose) return bars;
  const scaled = (column: Float64Array) => column.map((price, t) => (price * adjClose[t]!) / bars.close[t]!);
  return {
    ...rest,
    open: scaled(bars.open),
    high: scaled(bars.high),
    low: scaled(bars.low),
    close: adjClose,
  };
}
