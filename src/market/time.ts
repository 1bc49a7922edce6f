/** Days and instants. A day is midnight UTC of an ISO date; nothing here knows a time zone. */

export const DAY = 86_400_000;

/** The ISO day of UTC milliseconds: `2024-12-31`. */
export function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Midnight UTC of an ISO day, or null when the text is not a day that exists (years 1800 to 2199). */
export function dayTime(text: string): number | null {
  if (!/^(1[89]|2[01])\d\d-\d\d-\d\d$/.test(text)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) || isoDay(time) !== text ? null : time;
}

/** A bar's time for people: the day, or the instant to the second. */
export function formatTime(time: number, resolution: 'day' | 'instant'): string {
  return resolution === 'day' ? isoDay(time) : `${new Date(time).toISOString().slice(0, 19)}Z`;
}
