import * as assert from 'uvu/assert';
import { repairSignal, smaSignal } from 'fides/backtest';
import { suite } from '../support/suite.js';

const test = suite('signals');

test('the SMA rule is long where the fast mean is above the slow one, and 0 until both are known', () => {
  // Means of 2 and 3: (2, 2), (3, 2.33), (2.5, 2.67), (1.5, 2.33), (3, 2.67).
  assert.equal([...smaSignal(Float64Array.of(1, 3, 3, 2, 1, 5), 2, 3)], [0, 0, 1, 0, 0, 1]);
});

test('equal means are not above each other, whatever their rounding', () => {
  const constant = new Float64Array(400).fill(0.1);
  assert.ok(smaSignal(constant, 50, 200).every((s) => s === 0));
});

test('a history shorter than the slow mean gives no position', () => {
  assert.equal([...smaSignal(Float64Array.of(1, 2, 3), 2, 4)], [0, 0, 0]);
});

test('lengths that are not fast below slow are refused', () => {
  assert.throws(() => smaSignal(Float64Array.of(1), 200, 50), /SMA\(200,50\)/);
  assert.throws(() => smaSignal(Float64Array.of(1), 0.5, 50), /whole numbers/);
});

test('a raw series is repaired: missing to 0, halves away from zero, the rest clipped, each counted', () => {
  const { signal, ...repairs } = repairSignal([
    NaN,
    null,
    undefined,
    0.5,
    -0.5,
    0.49,
    2,
    -Infinity,
    1,
    -1,
    0,
  ]);
  assert.equal([...signal], [0, 0, 0, 1, -1, 0, 1, -1, 1, -1, 0]);
  assert.equal(repairs, { missing: 3, rounded: 3, clipped: 2 });
});

test.run();
