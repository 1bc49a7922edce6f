/** Files of one symbol that follow one another, such as months of klines, as one series. */
import { digestJson } from '../base/digest.js';
import { UserError } from '../base/errors.js';
import { CALENDARS } from './calendars.js';
import type { ReadOptions } from './parse.js';
import { DAY, formatTime } from './time.js';
import type { Bars } from './types.js';

/**
 * @param parts at least one, of the same symbol and resolution, in any order
 * @throws UserError when two of them overlap or do not fit together
 */
export function joinBars(
  parts: readonly Bars[],
  { warn, gapDays }: Pick<ReadOptions, 'warn' | 'gapDays'> = {},
): Bars {
  const sorted = [...parts].sort((a, b) => a.time[0]! - b.time[0]!);
  const first = sorted[0]!;
  if (sorted.length === 1) return first;
  for (let i = 1; i < sorted.length; i++) {
    const [before, after] = [sorted[i - 1]!, sorted[i]!];
    checkFollows(before, after);
    const days = (after.time[0]! - before.time.at(-1)!) / DAY;
    if (days > (gapDays ?? CALENDARS[first.calendar].gapDays))
      warn?.({
        place: after.source.name,
        message: `begins ${days} days after the last bar of ${before.source.name}`,
      });
  }
  const column = (pick: (bars: Bars) => Float64Array) =>
    Float64Array.from(sorted.flatMap((part) => Array.from(pick(part))));
  return {
    ...first,
    resolution: sorted.every(isDaily) ? 'day' : 'instant',
    time: column((bars) => bars.time),
    open: column((bars) => bars.open),
    high: column((bars) => bars.high),
    low: column((bars) => bars.low),
    close: column((bars) => bars.close),
    volume: column((bars) => bars.volume),
    ...(first.adjClose && { adjClose: column((bars) => bars.adjClose!) }),
    source: {
      ...first.source,
      name: `${first.source.name} and ${sorted.length - 1} more`,
      digest: digestJson(sorted.map((part) => part.source.digest)),
    },
  };
}

/** A file with a single bar at midnight may be a month that began on its last day. */
function isDaily({ resolution, time }: Bars): boolean {
  return resolution === 'day' || (time.length === 1 && time[0]! % DAY === 0);
}

function checkFollows(before: Bars, after: Bars): void {
  const { symbol } = before;
  if (before.time.at(-1)! >= after.time[0]!)
    throw new UserError(
      `${before.source.name} and ${after.source.name} both hold bars of ${symbol} on ${formatTime(after.time[0]!, after.resolution)}.`,
      'Keep one file for each stretch of time.',
    );
  if (before.source.format !== after.source.format || !before.adjClose !== !after.adjClose)
    throw new UserError(
      `${before.source.name} and ${after.source.name} hold bars of ${symbol} that do not fit together (formats ${before.source.format} and ${after.source.format}).`,
      'Keep files of one format, all or none of them with adjusted closes.',
    );
}
