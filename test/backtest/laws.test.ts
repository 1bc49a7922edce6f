import fc from 'fast-check';
import * as assert from 'uvu/assert';
import {
  assetReturns,
  backtest,
  backtestMany,
  baselines,
  buyAndHold,
  constantSignal,
  metricsAt,
  sharpeRatio,
  smaSignal,
} from 'fides/backtest';
import { synthetic } from 'fides/market';
import { suite } from '../support/suite.js';

const test = suite('laws of the backtest');

const position = fc.constantFrom(-1, 0, 1);
/** Closes, a signal as long, and a range inside. */
const market = fc
  .array(fc.record({ move: fc.double({ min: -0.4, max: 0.4, noNaN: true }), signal: position }), {
    minLength: 2,
    maxLength: 80,
  })
  .chain((days) => {
    const close = new Float64Array(days.length);
    let price = 100;
    days.forEach(({ move }, t) => (close[t] = price *= Math.exp(move)));
    const signal = Int8Array.from(days, (day) => day.signal);
    const bar = fc.nat({ max: days.length });
    return fc
      .tuple(bar, bar)
      .map(([a, b]) => ({ close, signal, range: { from: Math.min(a, b), to: Math.max(a, b) } }));
  });
const whole = (close: Float64Array) => ({ from: 0, to: close.length });
const cost = fc.double({ min: 0, max: 500, noNaN: true });
const law = <T extends [unknown, ...unknown[]]>(property: fc.IProperty<T>) =>
  fc.assert(property, { numRuns: 500 });

test('the position at the open of bar t+1 never uses bar t+1 or later', () => {
  law(
    fc.property(market, fc.nat(), position, (given, seed, other) => {
      const { close, signal } = given;
      const t = seed % close.length;
      const changed = signal.slice();
      for (let later = t; later < signal.length; later++) changed[later] = other;
      const before = backtest(close, signal, whole(close), { costBps: 10 }).returns;
      const after = backtest(close, changed, whole(close), { costBps: 10 }).returns;
      // returns[i] is the return of bar i + 1; signals from t on reach the return of bar t + 1 at the earliest.
      assert.equal(after.slice(0, t), before.slice(0, t));
    }),
  );
});

test('prices after a bar change no return up to it', () => {
  law(
    fc.property(
      market,
      fc.nat(),
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      ({ close, signal }, seed, factor) => {
        const t = seed % close.length;
        const changed = close.map((price, at) => (at > t ? price * factor : price));
        const until = (prices: Float64Array) => backtest(prices, signal, whole(close)).returns.slice(0, t);
        assert.equal(until(changed), until(close));
      },
    ),
  );
});

test('the SMA rule at a bar uses no later bar', () => {
  law(
    fc.property(market, fc.nat(), ({ close }, seed) => {
      const t = seed % close.length;
      const changed = close.map((price, at) => (at > t ? price * 3 : price));
      assert.equal(smaSignal(changed, 2, 5).slice(0, t + 1), smaSignal(close, 2, 5).slice(0, t + 1));
    }),
  );
});

test('cost 0 equals no cost, and a cost never helps', () => {
  law(
    fc.property(market, cost, ({ close, signal, range }, costBps) => {
      const free = backtest(close, signal, range);
      assert.equal(backtest(close, signal, range, { costBps: 0 }), free);
      const paid = backtest(close, signal, range, { costBps });
      assert.ok(paid.returns.every((r, i) => r <= free.returns[i]!));
      assert.ok(paid.metrics.totalReturn <= free.metrics.totalReturn);
    }),
  );
});

test('a constant long series equals buy-and-hold, whose returns are those of the asset', () => {
  law(
    fc.property(market, cost, ({ close, range }, costBps) => {
      const held = buyAndHold(close, range, { costBps });
      assert.equal(backtest(close, constantSignal(close.length, 1), range, { costBps }), held);
      if (range.from >= 2) assert.equal(held.returns, assetReturns(close).slice(range.from, range.to));
    }),
  );
});

test('the opposite signal has the opposite returns', () => {
  law(
    fc.property(market, ({ close, signal, range }) => {
      const { returns } = backtest(close, signal, range);
      const opposite = backtest(
        close,
        signal.map((s) => -s),
        range,
      ).returns;
      returns.forEach((r, i) => assert.ok(r + opposite[i]! === 0));
    }),
  );
});

test('cutting to a range and running on the whole history commute', () => {
  law(
    fc.property(market, cost, ({ close, signal, range }, costBps) => {
      const full = backtest(close, signal, whole(close), { costBps }).returns;
      const cut = backtest(close, signal, range, { costBps }).returns;
      assert.equal(cut, full.slice(Math.max(0, range.from - 1), Math.max(0, range.to - 1)));
    }),
  );
});

test('every metric is finite, whatever the prices', () => {
  const price = fc.double({ min: 1e-12, max: 1e12, noNaN: true });
  law(
    fc.property(fc.array(fc.tuple(price, position), { maxLength: 40 }), cost, (days, costBps) => {
      const close = Float64Array.from(days, ([p]) => p);
      const signal = Int8Array.from(days, ([, s]) => s);
      const { metrics, equity } = backtest(close, signal, whole(close), { costBps });
      for (const [name, value] of Object.entries(metrics))
        assert.ok(value === null || Number.isFinite(value), `${name} ${value}`);
      assert.ok(equity.every((value) => Number.isFinite(value) && value >= 0));
      assert.ok(metrics.maxDrawdown >= 0 && metrics.maxDrawdown <= 1);
    }),
  );
});

test('equity compounds returns, and the drawdown lies between its bars', () => {
  law(
    fc.property(market, ({ close, signal, range }) => {
      const { metrics, equity, returns } = backtest(close, signal, range);
      const product = returns.reduce((value, r) => value * (1 + r), 1);
      assert.ok(Math.abs(product - 1 - metrics.totalReturn) < 1e-9 * (1 + product));
      assert.is(metrics.sharpe.toFixed(9), (returns.length ? sharpeRatio(returns) : 0).toFixed(9));
      if (metrics.drawdownTrough === null) return;
      const at = (bar: number) => equity[bar - Math.max(1, range.from)] ?? 1;
      const fall = 1 - at(metrics.drawdownTrough) / at(metrics.drawdownPeak!);
      assert.ok(metrics.drawdownPeak! < metrics.drawdownTrough);
      assert.ok(Math.abs(fall - metrics.maxDrawdown) < 1e-12);
    }),
  );
});

test('permuting signals permutes rows', () => {
  law(
    fc.property(
      market,
      fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
      ({ close, signal, range }, keys) => {
        const rows = keys.map((key) => signal.map((s, t) => ((t * (key % 7)) % 3 === 1 ? 0 : s)));
        const order = keys.map((_, i) => i).sort((a, b) => keys[a]! - keys[b]! || a - b);
        const run = (series: Int8Array[]) => {
          const flat = new Int8Array(series.flatMap((one) => Array.from(one)));
          const columns = backtestMany(close, flat, range, { costBps: 3 });
          return series.map((_, row) => metricsAt(columns, row));
        };
        const straight = run(rows);
        assert.equal(
          run(order.map((i) => rows[i]!)),
          order.map((i) => straight[i]),
        );
      },
    ),
  );
});

test('permuting symbols permutes rows of the baselines', () => {
  const bars = synthetic({ seed: 3, bars: 700, symbols: ['A', 'B', 'C', 'D'] });
  const windows = [{ start: '2001-01-01', end: '2001-12-31' }];
  const rows = baselines(bars, { windows });
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (order) => {
      const permuted = baselines(
        order.map((i) => bars[i]!),
        { windows },
      );
      assert.equal(
        permuted,
        order.flatMap((i) => rows.slice(2 * i, 2 * i + 2)),
      );
    }),
  );
});

test.run();
