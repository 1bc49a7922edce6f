/** What may be wrong with bars that are well-formed: gaps, weekends, mixed adjustment, unadjusted splits. */
import { formatPlace } from '../base/errors.js';
import { CALENDARS, isWeekend } from './calendars.js';
import type { Columns, Warning } from './rows.js';
import { DAY, formatTime } from './time.js';
import type { Calendar } from './types.js';

/** Open or close beyond high or low by more than this share is no rounding. */
const RANGE_TOLERANCE = 0.001;
/** A dividend only raises adjusted / unadjusted close over time; vendors disagree by up to 0.2 %. */
const ADJUSTMENT_DROP = 0.02;
/** One day's price ratio that looks like a split left unadjusted. */
const SPLIT_RATIO = 1.9;

/** @param gapDays longest ordinary step between bars, in days; by the calendar when absent */
export function inspect(
  columns: Columns,
  calendar: Calendar,
  file: string,
  gapDays: number = CALENDARS[calendar].gapDays,
): Warning[] {
  const warnings: Warning[] = [];
  const { time, resolution } = columns;
  const say = (t: number, message: string) =>
    warnings.push({
      place: formatPlace({ file, line: columns.lines[t]! }),
      message: `${formatTime(time[t]!, resolution)}: ${message}`,
    });
  for (let t = 0; t < time.length; t++) {
    if (!CALENDARS[calendar].weekends && resolution === 'day' && isWeekend(time[t]!))
      say(t, 'a weekend, where exchanges are closed');
    checkRange(columns, t, say);
    if (t > 0) checkStep(columns, t, gapDays, say);
  }
  return warnings;
}

type Say = (t: number, message: string) => void;

function checkRange({ open, high, low, close }: Columns, t: number, say: Say): void {
  for (const [name, price] of [
    ['open', open[t]!],
    ['close', close[t]!],
  ] as const)
    if (price > high[t]! * (1 + RANGE_TOLERANCE) || price < low[t]! * (1 - RANGE_TOLERANCE))
      say(t, `${name} ${price} lies outside low ${low[t]!} and high ${high[t]!}`);
}

function checkStep({ time, close, adjClose }: Columns, t: number, gapDays: number, say: Say): void {
  const days = (time[t]! - time[t - 1]!) / DAY;
  if (days > gapDays) say(t, `${Math.round(days * 100) / 100} days after the bar before it`);
  if (adjClose) {
    const change = adjClose[t]! / close[t]! / (adjClose[t - 1]! / close[t - 1]!);
    if (change < 1 - ADJUSTMENT_DROP)
      say(t, 'adjusted / unadjusted close falls: adjusted and unadjusted prices seem mixed');
  }
  const price = adjClose ?? close;
  const ratio = price[t]! / price[t - 1]!;
  if (ratio > SPLIT_RATIO || ratio < 1 / SPLIT_RATIO)
    say(t, `the price is ${ratio.toPrecision(3)} times that of the bar before it: a split left unadjusted?`);
}
