/** What a calendar says about time: how many periods make a year, and how long a silence is ordinary. */
import { DAY } from './time.js';
import type { Bars, Calendar } from './types.js';

interface CalendarRules {
  /** Days with bars in a year. */
  readonly daysPerYear: number;
  /** Longest ordinary step between days: Friday to Tuesday and one holiday more, or none skipped at all. */
  readonly gapDays: number;
  /** Whether Saturday and Sunday have bars. */
  readonly weekends: boolean;
}

export const CALENDARS: Readonly<Record<Calendar, CalendarRules>> = {
  exchange: { daysPerYear: 252, gapDays: 5, weekends: false },
  continuous: { daysPerYear: 365, gapDays: 1, weekends: true },
};

/**
 * Bars in a year, for annualising: 252 exchange days or 365 days around the clock; for bars within the day, times
 * the median number of bars a day.
 */
export function periodsPerYear(bars: Bars): number {
  const days = CALENDARS[bars.calendar].daysPerYear;
  return bars.resolution === 'day' ? days : days * barsPerDay(bars.time);
}

function barsPerDay(times: Float64Array): number {
  const counts = new Map<number, number>();
  for (const time of times) {
    const day = Math.floor(time / DAY);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const sorted = [...counts.values()].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 1;
}

export function isWeekend(time: number): boolean {
  const day = new Date(time).getUTCDay();
  return day === 0 || day === 6;
}

/** Around the clock when a fifth of the bars fall on weekends (two days in seven would), else exchange days. */
export function calendarOf(times: Float64Array): Calendar {
  const weekends = times.reduce((count, time) => count + +isWeekend(time), 0);
  return weekends > times.length / 5 ? 'continuous' : 'exchange';
}
