import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { op, table } from 'arquero';
import {
  adjusted,
  dayTime,
  fromTable,
  isoDay,
  parseWindow,
  periodsPerYear,
  rangeOf,
  readBars,
  sliceBars,
  sp500,
  synthetic,
  toTable,
  type Bars,
} from 'fides/market';
import { assetReturns } from 'fides/backtest';
import { suite } from '../support/suite.js';

const test = suite('bars, windows and tables');
const fixture = (name: string) => `${import.meta.dirname}/fixtures/${name}`;
const spx = sp500();
const span = (bars: Bars, window: { start: string; end: string }) => {
  const { from, to } = rangeOf(bars, window);
  return [isoDay(bars.time[from]!), isoDay(bars.time[to - 1]!), to - from];
};

test('a window holds its first and last day', () => {
  assert.equal(span(spx, { start: '2005-01-03', end: '2006-12-29' }), ['2005-01-03', '2006-12-29', 503]);
  assert.equal(span(spx, { start: '2005-01-01', end: '2006-12-31' }), ['2005-01-03', '2006-12-29', 503]);
  assert.equal(span(spx, { start: '2005-01-03', end: '2005-01-03' }), ['2005-01-03', '2005-01-03', 1]);
});

test('a window of instants ends at the end of its last day', () => {
  const hours = readBars(fixture('BTCUSDT-1h-2024-01.csv'));
  assert.equal(rangeOf(hours, { start: '2024-01-01', end: '2024-01-01' }), { from: 0, to: 2 });
});

test('a window that the bars do not cover, or that is none, is refused', () => {
  const refused = (start: string, end: string, message: RegExp) =>
    assert.throws(() => rangeOf(spx, { start, end }), message);
  refused('1999-01-01', '2001-12-31', /SPX .* from 2000-01-03 to 2020-04-17, which do not cover/);
  refused('2019-01-01', '2020-12-31', /do not cover the window 2019-01-01\.\.2020-12-31/);
  refused('2005-01-01', '2005-01-02', /do not cover/);
  refused('2006-01-01', '2005-01-01', /ends before it starts/);
  refused('2005-02-30', '2005-12-31', /"2005-02-30" in the window .* is not a day/);
});

test('a window on the command line is two days', () => {
  assert.equal(parseWindow('2023-01-01..2024-12-31'), { start: '2023-01-01', end: '2024-12-31' });
  for (const text of ['2023-01-01', '2023-01-01..', '2024-01-01..2023-01-01', '1..2', 'a..b..c'])
    assert.throws(() => parseWindow(text), /is not a window/);
});

test('sliced bars are the bars of the range', () => {
  const range = rangeOf(spx, { start: '2005-01-01', end: '2006-12-31' });
  const cut = sliceBars(spx, range);
  assert.is(cut.time.length, 503);
  assert.is(isoDay(cut.time[0]!), '2005-01-03');
  assert.is(cut.close[502], spx.close[range.to - 1]);
});

test('days and times go back and forth, and days that do not exist are none', () => {
  fc.assert(
    fc.property(fc.integer({ min: -60_000, max: 80_000 }), (day) => {
      const time = day * 86_400_000;
      assert.is(dayTime(isoDay(time)), time);
    }),
  );
  for (const text of ['2023-02-29', '2024-13-01', '2024-1-1', '20240101', '', '2024-01-01T00:00'])
    assert.is(dayTime(text), null);
});

test('adjusted bars scale open, high, low and close alike, and need no second time', () => {
  const raw = readBars(fixture('yahoo.csv'));
  const bars = adjusted(raw);
  assert.equal([...bars.close], [...raw.adjClose!]);
  assert.ok(Math.abs(bars.open[0]! - 100 * (100.980003 / 102)) < 1e-12);
  assert.ok(Math.abs(bars.high[1]! / bars.low[1]! - 103 / 101) < 1e-12);
  assert.is(adjusted(bars), bars);
  assert.is(adjusted(spx), spx);
});

test('a year has 252 exchange days, 365 days around the clock, 8760 hours', () => {
  assert.is(periodsPerYear(spx), 252);
  assert.is(periodsPerYear(readBars(fixture('BTCUSDT-1d-2023-12.csv'))), 365);
  const times = Float64Array.from({ length: 240 }, (_, i) => 1704067200000 + i * 3_600_000);
  assert.is(periodsPerYear({ ...spx, calendar: 'continuous', resolution: 'instant', time: times }), 8760);
});

test('bars go to a table and back unchanged but for their source', () => {
  for (const bars of [spx, readBars(fixture('yahoo.csv')), readBars(fixture('BTCUSDT-1h-2024-01.csv'))]) {
    const { source, ...again } = fromTable(toTable(bars), { calendar: bars.calendar });
    const { source: _, ...original } = bars;
    assert.equal(again, original);
    assert.is(source.name, 'table');
  }
});

test('a table can be worked on by day and symbol', () => {
  const low = toTable(spx)
    .filter((d: { date: string }) => d.date >= '2008-01-01' && d.date <= '2009-12-31')
    .rollup({ low: (d: { low: number }) => op.min(d.low) });
  // The low of 2009-03-06.
  assert.is(low.get('low', 0), 666.789978);
});

test('a table of two symbols, of none, or with a bad row is refused', () => {
  const row = { date: ['2024-01-02', '2024-01-03'], open: [1, 1], high: [1, 1], low: [1, 1], close: [1, 1] };
  assert.throws(() => fromTable(table({ ...row, symbol: ['A', 'B'] })), /holds bars of A, B/);
  assert.throws(() => fromTable(table(row)), /does not say which symbol/);
  assert.throws(() => fromTable(table({ ...row, close: [1, NaN] }), { symbol: 'A' }), /table:3: close "NaN"/);
  assert.is(fromTable(table(row), { symbol: 'A' }).symbol, 'A');
});

test('synthetic bars are the same for the same seed, others for another, and say what they are', () => {
  const [one] = synthetic({ seed: 7, bars: 500 });
  const [same] = synthetic({ seed: 7, bars: 500 });
  const [other] = synthetic({ seed: 8, bars: 500 });
  assert.equal(one, same);
  assert.not.equal(one!.close, other!.close);
  assert.is(one!.symbol, 'SYN1');
  assert.is(one!.source.format, 'synthetic');
  assert.match(one!.source.name, /synthetic, seed 7/);
  assert.match(one!.source.note!, /not by a market/);
  assert.ok(one!.source.synthetic);
});

test('synthetic bars pass the checks of a file, on weekdays or every day', () => {
  for (const calendar of ['exchange', 'continuous'] as const)
    for (const bars of synthetic({ seed: 5, bars: 1500, symbols: ['SYN1', 'SYN2'], calendar })) {
      const { source: _, ...checked } = fromTable(toTable(bars), {
        calendar,
        warn: (w) => assert.unreachable(w.message),
      });
      const { source: __, ...original } = bars;
      assert.equal(checked, original);
    }
});

test('synthetic symbols are correlated as asked and have fat tails', () => {
  const [a, b] = synthetic({ seed: 11, bars: 20_000, symbols: ['SYN1', 'SYN2'], correlation: 0.8 }).map(
    (bars) => assetReturns(bars.close).subarray(1),
  );
  const mean = (x: Float64Array) => x.reduce((sum, value) => sum + value, 0) / x.length;
  const moment = (x: Float64Array, y: Float64Array) => {
    const [mx, my] = [mean(x), mean(y)];
    return x.reduce((sum, value, i) => sum + (value - mx) * (y[i]! - my), 0) / x.length;
  };
  const correlation = moment(a!, b!) / Math.sqrt(moment(a!, a!) * moment(b!, b!));
  assert.ok(Math.abs(correlation - 0.8) < 0.05, `${correlation}`);
  const centre = mean(a!);
  const fourth = a!.reduce((sum, value) => sum + (value - centre) ** 4, 0) / a!.length;
  const kurtosis = fourth / moment(a!, a!) ** 2;
  assert.ok(kurtosis > 5, `kurtosis ${kurtosis}, 3 for a normal distribution`);
});

test('synthetic regimes set volatility', () => {
  const quiet = { drift: 0, volatility: 0.1, days: 1e9 };
  const [bars] = synthetic({ seed: 2, bars: 20_000, regimes: [quiet], tail: 30 });
  const returns = assetReturns(bars!.close);
  const volatility = Math.sqrt((252 * returns.reduce((sum, r) => sum + r * r, 0)) / returns.length);
  assert.ok(Math.abs(volatility - 0.1) < 0.005, `${volatility}`);
});

test('synthetic options that make no market are refused', () => {
  assert.throws(() => synthetic({ seed: 1, bars: 0 }), /0 bars/);
  assert.throws(() => synthetic({ seed: 1, bars: 10, correlation: 1 }), /correlation 1/);
  assert.throws(() => synthetic({ seed: 1, bars: 10, tail: 2 }), /tail 2/);
  assert.throws(() => synthetic({ seed: 1, bars: 10, symbols: [] }), /no symbols/);
});

test.run();
