import type { Bars } from 'fides/market';

/** `n` daily bars from 2000-01-01: close i is 100 + 10 sin(i / 9) + i / 100, open the close before, high and low 1 away. */
export function bars(n: number): Bars {
  const column = (f: (i: number) => number) => Float64Array.from({ length: n }, (_, i) => f(i));
  const close = (i: number) => 100 + 10 * Math.sin(i / 9) + i / 100;
  return {
    symbol: 'TEST',
    calendar: 'continuous',
    resolution: 'day',
    time: column((i) => Date.UTC(2000, 0, 1 + i)),
    open: column((i) => close(i - 1)),
    high: column((i) => close(i) + 1),
    low: column((i) => close(i) - 1),
    close: column(close),
    volume: column((i) => 1000 + i),
    source: { format: 'synthetic', name: 'sine', digest: '', synthetic: true },
  };
}
