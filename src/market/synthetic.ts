/** Bars made by a seeded generator, for tests and examples: named synthetic wherever they show. */
import { digestJson } from '../base/digest.js';
import { random, type Random } from '../base/random.js';
import { CALENDARS, isWeekend } from './calendars.js';
import { DAY, dayTime } from './time.js';
import type { Bars, Calendar } from './types.js';

/** A state of the market, for all symbols at once. */
export interface Regime {
  /** Expected log return a year. */
  readonly drift: number;
  /** Standard deviation of log returns a year. */
  readonly volatility: number;
  /** Mean length in days; lengths are geometric. */
  readonly days: number;
}

export interface SyntheticOptions {
  readonly seed: number | string;
  /** Number of daily bars a symbol. */
  readonly bars: number;
  /** 'SYN1' alone when absent. */
  readonly symbols?: readonly string[];
  /** Visited in turn, from the first; a calm rise and a volatile fall when absent. */
  readonly regimes?: readonly Regime[];
  /** Of the log returns of any two symbols, in [0, 1); 0.5 when absent. */
  readonly correlation?: number;
  /** Degrees of freedom of the Student t of a day's shock, a whole number above 2: lower is fatter; 4 when absent. */
  readonly tail?: number;
  /** First day at the earliest; 2000-01-03 when absent. */
  readonly start?: string;
  /** 'exchange' (weekdays) when absent. */
  readonly calendar?: Calendar;
}

const REGIMES: readonly Regime[] = [
  { drift: 0.12, volatility: 0.13, days: 250 },
  { drift: -0.25, volatility: 0.32, days: 60 },
];

/**
 * Daily bars of some symbols over the same days. Log returns switch between regimes; their shocks share one factor and
 * one Student t scale a day, so that crashes come together. The same options give the same bars.
 *
 * @example
 * const [one, other] = synthetic({ seed: 7, bars: 1000, symbols: ['SYN1', 'SYN2'], correlation: 0.8 });
 */
export function synthetic(options: SyntheticOptions): Bars[] {
  const resolved = {
    symbols: ['SYN1'],
    regimes: REGIMES,
    correlation: 0.5,
    tail: 4,
    start: '2000-01-03',
    calendar: 'exchange',
    ...options,
  } as const satisfies Required<SyntheticOptions>;
  check(resolved);
  const time = days(resolved);
  const rng = random(resolved.seed);
  const closes = paths(resolved, rng);
  return resolved.symbols.map((symbol, i) => ({
    symbol,
    calendar: resolved.calendar,
    resolution: 'day',
    time,
    ...around(closes[i]!, rng),
    source: {
      format: 'synthetic',
      name: `synthetic, seed ${resolved.seed}`,
      digest: digestJson({ ...resolved, symbol }),
      synthetic: true,
      note: 'synthetic: made by a seeded generator, not by a market',
    },
  }));
}

type Resolved = Required<SyntheticOptions>;

function check({ bars, symbols, regimes, correlation, tail, start }: Resolved): void {
  if (!(Number.isInteger(bars) && bars >= 1)) throw new RangeError(`${bars} bars`);
  if (symbols.length === 0 || regimes.length === 0) throw new RangeError('no symbols, or no regimes');
  if (!(correlation >= 0 && correlation < 1))
    throw new RangeError(`correlation ${correlation}: from 0, below 1`);
  if (!(Number.isInteger(tail) && tail > 2))
    throw new RangeError(`tail ${tail}: a whole number above 2, so that the variance is finite`);
  if (dayTime(start) === null) throw new RangeError(`start ${start} is not an ISO day`);
}

function days({ bars, start, calendar }: Resolved): Float64Array {
  const time = new Float64Array(bars);
  let next = dayTime(start)!;
  for (let t = 0; t < bars; t++, next += DAY) {
    while (!CALENDARS[calendar].weekends && isWeekend(next)) next += DAY;
    time[t] = next;
  }
  return time;
}

/** Closes from 100, a column a symbol. */
function paths(
  { bars, symbols, regimes, correlation, tail, calendar }: Resolved,
  rng: Random,
): Float64Array[] {
  const closes = symbols.map(() => new Float64Array(bars));
  const year = CALENDARS[calendar].daysPerYear;
  const price = symbols.map(() => 100);
  let state = 0;
  for (let t = 0; t < bars; t++) {
    const { drift, volatility, days: length } = regimes[state % regimes.length]!;
    const common = rng.normal();
    const scale = (volatility / Math.sqrt(year)) * studentScale(tail, rng);
    symbols.forEach((_, i) => {
      const shock = Math.sqrt(correlation) * common + Math.sqrt(1 - correlation) * rng.normal();
      // Beyond this a day is no price move that data checks would let pass.
      const move = Math.max(-0.5, Math.min(0.5, drift / year + scale * shock));
      price[i] = Math.max(0.01, Math.min(1e9, price[i]! * Math.exp(move)));
      closes[i]![t] = price[i]!;
    });
    if (rng.next() < 1 / length) state++;
  }
  return closes;
}

/** A factor that turns a normal shock into a Student t shock of variance 1. */
function studentScale(tail: number, rng: Random): number {
  let chi = 0;
  for (let i = 0; i < tail; i++) chi += rng.normal() ** 2;
  return Math.sqrt((tail - 2) / chi);
}

/** Opens near the close before, highs and lows around both, volumes that rise with the move. */
function around(close: Float64Array, rng: Random): Pick<Bars, 'open' | 'high' | 'low' | 'close' | 'volume'> {
  const column = () => new Float64Array(close.length);
  const [open, high, low, volume] = [column(), column(), column(), column()];
  for (let t = 0; t < close.length; t++) {
    const before = t === 0 ? 100 : close[t - 1]!;
    open[t] = before * Math.exp(0.002 * rng.normal());
    const spread = () => Math.exp(0.004 * Math.abs(rng.normal()));
    high[t] = Math.max(open[t]!, close[t]!) * spread();
    low[t] = Math.min(open[t]!, close[t]!) / spread();
    volume[t] = Math.round(1e6 * Math.exp(0.3 * rng.normal() + 20 * Math.abs(close[t]! / before - 1)));
  }
  return { open, high, low, close, volume };
}
