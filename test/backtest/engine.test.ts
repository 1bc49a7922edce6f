import * as assert from 'uvu/assert';
import { backtest, backtestMany, buyAndHold, constantSignal, metricsAt, type Metrics } from 'fides/backtest';
import { isoDay, rangeOf, sp500 } from 'fides/market';
import { smaSignal } from 'fides/backtest';
import { suite } from '../support/suite.js';

const test = suite('backtest engine');

const close = Float64Array.of(100, 110, 99, 99, 108.9, 98.01);
const signal = Int8Array.of(1, 1, -1, 0, 1, -1);
const all = { from: 0, to: close.length };

const near = (found: number, expected: number, digits = 10) =>
  assert.ok(Math.abs(found - expected) < 10 ** -digits, `${found} is not ${expected}`);
const nearAll = (found: ArrayLike<number>, expected: readonly number[]) => {
  assert.is(found.length, expected.length);
  expected.forEach((value, i) => near(found[i]!, value));
};

test('a position is the signal of the bar before, and bar 0 has no return', () => {
  // pos 1, 1, -1, 0, 1 on returns 10 %, -10 %, 0, 10 %, -10 %.
  const { returns, equity, metrics } = backtest(close, signal, all);
  nearAll(returns, [0.1, -0.1, 0, 0, -0.1]);
  nearAll(equity, [1.1, 0.99, 0.99, 0.99, 0.891]);
  assert.is(metrics.n, 5);
  near(metrics.totalReturn, -0.109);
  near(metrics.density, 4 / 5);
  near(metrics.hitRate, 1 / 4);
  // From 0 to 1, 1 to -1, -1 to 0, 0 to 1: the first position is bought on bar 1.
  assert.is(metrics.turnover, 5);
  near(metrics.maxDrawdown, 1 - 0.891 / 1.1);
  assert.is(metrics.drawdownPeak, 1);
  assert.is(metrics.drawdownTrough, 5);
});

test('a cost is paid one way on every change of position, on the day it is made', () => {
  // 50 bp: 1, 0, 2, 1, 1 units traded.
  nearAll(backtest(close, signal, all, { costBps: 50 }).returns, [0.095, -0.1, -0.01, -0.005, -0.105]);
});

test('the lag crosses into the range: its first day holds the signal made before it', () => {
  const { returns, metrics } = backtest(close, signal, { from: 3, to: 5 }, { costBps: 50 });
  nearAll(returns, [-0.01, -0.005]);
  assert.is(metrics.turnover, 3);
});

test('metrics of the S&P 500 are those of pandas', () => {
  // pandas 1.5.3: close.rolling(50).mean() > close.rolling(200).mean(), shift(1), 10 bp on diff().abs(), 2009-10.
  const bars = sp500();
  const range = rangeOf(bars, { start: '2009-01-01', end: '2010-12-31' });
  const { metrics } = backtest(bars.close, smaSignal(bars.close, 50, 200), range, { costBps: 10 });
  assert.is(metrics.n, 504);
  near(metrics.sharpe, 0.7592769745820404);
  near(metrics.totalReturn, 0.21078831404048803);
  near(metrics.cagr, 0.10035826622081956);
  near(metrics.volatility, 0.13862511578557346);
  near(metrics.sortino, 1.0789689285549293);
  near(metrics.maxDrawdown, 0.16498317951985575);
  near(metrics.calmar, 0.6082939273742232);
  near(metrics.hitRate, 0.5798045602605864);
  near(metrics.density, 0.6091269841269841);
  assert.is(metrics.turnover, 3);
  assert.is(isoDay(bars.time[metrics.drawdownPeak!]!), '2010-04-23');
  assert.is(isoDay(bars.time[metrics.drawdownTrough!]!), '2010-11-16');
});

test('a series that falls from its first day has its peak on the bar before the range', () => {
  const { metrics } = buyAndHold(Float64Array.of(100, 100, 90, 81), { from: 2, to: 4 });
  assert.is(metrics.drawdownPeak, 1);
  assert.is(metrics.drawdownTrough, 3);
  near(metrics.maxDrawdown, 0.19);
});

test('a flat series has Sharpe 0 and return 0, and no drawdown', () => {
  const { metrics } = backtest(close, constantSignal(close.length, 0), all, { costBps: 10 });
  assert.equal(metrics, {
    n: 5,
    sharpe: 0,
    totalReturn: 0,
    cagr: 0,
    volatility: 0,
    sortino: 0,
    maxDrawdown: 0,
    drawdownPeak: null,
    drawdownTrough: null,
    calmar: 0,
    hitRate: 0,
    density: 0,
    turnover: 0,
  } satisfies Metrics);
});

test('a price that grows by the same share every day is flat but for rounding, so its Sharpe is 0', () => {
  const growing = Float64Array.from({ length: 300 }, (_, t) => 100 * 1.001 ** t);
  const { metrics } = buyAndHold(growing, { from: 1, to: 300 });
  assert.is(metrics.sharpe, 0);
  assert.is(metrics.volatility, 0);
});

test('a short position that loses more than everything ends at 0 for good', () => {
  const squeeze = Float64Array.of(10, 25, 5);
  const { equity, metrics } = backtest(squeeze, constantSignal(3, -1), { from: 1, to: 3 });
  nearAll(equity, [0, 0]);
  assert.is(metrics.totalReturn, -1);
  assert.is(metrics.cagr, -1);
  assert.is(metrics.maxDrawdown, 1);
});

test('an empty range has no days and every metric 0', () => {
  const { metrics, returns } = buyAndHold(close, { from: 3, to: 3 });
  assert.is(returns.length, 0);
  assert.is(metrics.n, 0);
  assert.ok(Object.values(metrics).every((value) => value === 0 || value === null));
});

test('many signals give the same metrics as one at a time', () => {
  const signals = Int8Array.of(...signal, ...constantSignal(6, 1), ...constantSignal(6, -1));
  const columns = backtestMany(close, signals, { from: 2, to: 6 }, { costBps: 5 });
  for (let row = 0; row < 3; row++) {
    const one = backtest(close, signals.slice(row * 6, row * 6 + 6), { from: 2, to: 6 }, { costBps: 5 });
    assert.equal(metricsAt(columns, row), one.metrics);
  }
});

test('what is no signal, price, range or cost is refused', () => {
  assert.throws(() => backtest(close, Int8Array.of(1, 2, 0, 0, 0, 0), all), /other than -1, 0 or 1/);
  assert.throws(() => backtest(close, signal.subarray(1), all), /covers 5 bars of 6/);
  assert.throws(
    () => backtest(Float64Array.of(1, 0, 1), constantSignal(3, 1), { from: 0, to: 3 }),
    /close 0 at bar 1/,
  );
  assert.throws(
    () => backtest(Float64Array.of(1, NaN, 1), constantSignal(3, 1), { from: 0, to: 3 }),
    /close NaN/,
  );
  assert.throws(() => backtest(close, signal, { from: 0, to: 7 }), /outside 6 bars/);
  assert.throws(() => backtest(close, signal, all, { costBps: -1 }), /-1 bp/);
  assert.throws(() => backtestMany(close, new Int8Array(7), all), /not a multiple/);
});

test.run();
