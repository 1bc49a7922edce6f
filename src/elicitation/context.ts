/** What the full prompts tell about the in-sample bars: a few lines of facts, nothing later than the window's end. */
import { isoDay, periodsPerYear, rangeOf, sliceBars, type Bars, type Window } from '../market/index.js';

const AVERAGE_BARS = 200;
const LAST_CLOSES = 10;

/**
 * A compact description of the bars of a window, from their closes.
 *
 * @throws UserError when the bars do not cover the window
 */
export function marketContext(bars: Bars, window: Window): string {
  const { close, time } = sliceBars(bars, rangeOf(bars, window));
  const n = close.length;
  const first = close[0]!;
  const last = close[n - 1]!;
  const perYear = periodsPerYear(bars);
  const returns = Array.from(close.subarray(1), (c, i) => c / close[i]! - 1);
  const annual = (last / first) ** (perYear / Math.max(1, n - 1)) - 1;
  const lines = [
    `${n} bars, ${isoDay(time[0]!)} to ${isoDay(time[n - 1]!)}; close ${price(first)} to ${price(last)}, ${percent(last / first - 1)} in all, ${percent(annual)} a year.`,
    `Volatility ${share(deviation(returns) * Math.sqrt(perYear))} a year; deepest fall from a high ${percent(-drawdown(close))}; ${share(returns.filter((r) => r > 0).length / Math.max(1, returns.length))} of bars up.`,
  ];
  if (n > AVERAGE_BARS)
    lines.push(
      `Above its ${AVERAGE_BARS}-bar average on ${share(aboveAverage(close, AVERAGE_BARS))} of bars.`,
    );
  lines.push(`By year: ${byYear(close, time)}.`);
  lines.push(`Last closes: ${Array.from(close.subarray(-LAST_CLOSES), price).join(', ')}.`);
  return lines.join('\n');
}

/** Population standard deviation. */
function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length) || 0;
}

/** The largest fall from a running high, as a fraction of that high. */
function drawdown(close: Float64Array): number {
  let high = -Infinity;
  let deepest = 0;
  for (const c of close) {
    high = Math.max(high, c);
    deepest = Math.max(deepest, 1 - c / high);
  }
  return deepest;
}

function aboveAverage(close: Float64Array, length: number): number {
  let sum = 0;
  let above = 0;
  for (let i = 0; i < close.length; i++) {
    sum += close[i]! - (i >= length ? close[i - length]! : 0);
    if (i >= length - 1 && close[i]! > sum / length) above++;
  }
  return above / (close.length - length + 1);
}

/** Return of each calendar year, from the last close before it (the window's first close for the first year). */
function byYear(close: Float64Array, time: Float64Array): string {
  const parts: string[] = [];
  let base = close[0]!;
  for (let i = 0; i < close.length; i++) {
    const year = isoDay(time[i]!).slice(0, 4);
    if (i + 1 < close.length && isoDay(time[i + 1]!).slice(0, 4) === year) continue;
    parts.push(`${year} ${percent(close[i]! / base - 1)}`);
    base = close[i]!;
  }
  return parts.join(', ');
}

const share = (fraction: number) => `${Math.round(fraction * 100)} %`;
const percent = (fraction: number) => {
  const text = (fraction * 100).toFixed(1);
  return `${Number(text) === 0 ? '0.0' : fraction > 0 ? `+${text}` : text} %`;
};
/** Five significant digits, which is finer than any rule reads them. */
const price = (value: number) => String(Number(value.toPrecision(5)));
