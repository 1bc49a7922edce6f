import { createSandbox, type StrategyCode, type Variant } from 'fides/sandbox';
import * as assert from 'uvu/assert';
import * as fc from 'fast-check';
import { applyVariant } from '#fides/sandbox/variants.js';
import { suite } from '../support/suite.js';
import { bars } from './support/bars.js';

const test = suite('sandbox variants and determinism');
const sandbox = createSandbox({ size: 1, deadlineMs: 1000 });
const HUNDRED = bars(100);
const typescript = (code: string): StrategyCode => ({ code, language: 'typescript' });

/** 1 where the close is above the mean of its last 5; looks back only. */
const CAUSAL = typescript(
  'function strategy(df) { return df.close.map((c, i) => (i < 5 ? NaN : c > (df.close[i - 1] + df.close[i - 2] + df.close[i - 3] + df.close[i - 4] + df.close[i - 5]) / 5 ? 1 : -1)); }',
);
/** 1 where the next close is higher. */
const LEAKING = typescript(
  'function strategy(df) { return df.close.map((c, i) => (df.close[i + 1] > c ? 1 : 0)); }',
);
const prefix = (length: number): Variant => ({ kind: 'prefix', length });
const altered = (after: number, factor: number): Variant => ({ kind: 'altered', after, factor });

test.after(() => sandbox.close());

test('a prefix shows the first bars and no more', async () => {
  const code = typescript(
    'function strategy(df) { throw new Error([df.length, df.close.length, df.date.at(-1)].join()); }',
  );
  const results = await sandbox.runVariants(code, HUNDRED, [prefix(1), prefix(32), prefix(100)]);
  assert.equal(
    results.map((r) => r.detail),
    ['Error: 1,1,2000-01-01', 'Error: 32,32,2000-02-01', 'Error: 100,100,2000-04-09'],
  );
});

test('an empty prefix is an empty signal', async () => {
  const [execution] = await sandbox.runVariants(CAUSAL, HUNDRED, [prefix(0)]);
  assert.equal(execution!.signal, new Int8Array(0));
});

test('altered bars are those up to the cut, then prices times the factor and volume times the factor plus one', () => {
  const columns = {
    length: 3,
    dates: 'a,b,c',
    values: [
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
      [10, 0, 20],
    ].map((v) => Float64Array.from(v)),
  };
  const { length, dates, values } = applyVariant(columns, altered(0, 1.5));
  assert.equal([length, dates], [3, 'a,b,c']);
  assert.equal(
    values.map((v) => [...v]),
    [
      [1, 3, 4.5],
      [1, 3, 4.5],
      [1, 3, 4.5],
      [1, 3, 4.5],
      [10, 1, 31],
    ],
  );
  assert.equal([...columns.values[0]!], [1, 2, 3]);
});

test('a causal strategy gives the same signals on every prefix and behind every change', async () => {
  const whole = (await sandbox.run(CAUSAL, HUNDRED)).signal!;
  const variants = [prefix(40), prefix(99), altered(40, 1.3), altered(98, 0.7)];
  const results = await sandbox.runVariants(CAUSAL, HUNDRED, variants);
  const ends = [40, 99, 41, 99];
  results.forEach(({ signal }, i) => assert.equal(signal!.slice(0, ends[i]), whole.slice(0, ends[i])));
});

test('a strategy that looks ahead is shown by the last bar of a prefix', async () => {
  const whole = (await sandbox.run(LEAKING, HUNDRED)).signal!;
  const [cut] = await sandbox.runVariants(LEAKING, HUNDRED, [prefix(3)]);
  assert.equal([whole[2], cut!.signal![2]], [1, 0]);
});

test('nothing is remembered from one variant to the next', async () => {
  const code = typescript(
    "const before = globalThis.seen ?? Array.prototype.seen; globalThis.seen = Array.prototype.seen = true; function strategy(df) { if (before) throw new Error('I was here'); return df.close.map(() => 0); }",
  );
  const results = await sandbox.runVariants(code, HUNDRED, [prefix(100), prefix(50), prefix(100)]);
  assert.equal(
    results.map((r) => r.outcome),
    ['ok', 'ok', 'ok'],
  );
});

test('a variant that hangs its child costs itself and not the others', async () => {
  const code = typescript(
    "function strategy(df) { if (df.length === 50) { const s = 'a'.repeat(8e6); for (;;) s.indexOf('a'.repeat(4e6) + 'b'); } return df.close.map(() => 1); }",
  );
  const results = await sandbox.runVariants(code, HUNDRED, [prefix(10), prefix(50), prefix(60)]);
  assert.equal(
    results.map((r) => r.outcome),
    ['ok', 'timed-out', 'ok'],
  );
  assert.is(results[2]!.signal!.length, 60);
});

test('a batch ends at its own deadline, and what was not reached is timed-out', async () => {
  const code = typescript(
    'function strategy(df) { if (df.length > 10) for (;;); return df.close.map(() => 1); }',
  );
  const variants = [prefix(10), ...Array.from({ length: 50 }, () => prefix(20))];
  const started = performance.now();
  const results = await sandbox.runVariants(code, HUNDRED, variants, { deadlineMs: 500 });
  assert.ok(performance.now() - started < 5000);
  assert.is(results.length, 51);
  assert.equal(new Set(results.slice(1).map((r) => r.outcome)), new Set(['timed-out']));
});

test('a variant beyond the bars is an error of the caller', async () => {
  for (const variant of [prefix(101), prefix(-1), prefix(1.5), altered(101, 2)])
    try {
      await sandbox.runVariants(CAUSAL, HUNDRED, [variant]);
      assert.unreachable();
    } catch (error) {
      assert.instance(error, RangeError);
    }
});

test('the same code and bars give the same bytes in any child, any order and any pool size', async () => {
  const codes = Array.from({ length: 24 }, (_, k) =>
    typescript(`function strategy(df) {
      const out = new Float64Array(df.length); let state = ${k} / 7;
      for (let i = 0; i < df.length; i++) { state = Math.sin(state * df.close[i]) + Math.exp(-state * state) + Math.log(df.high[i]); out[i] = state - 5; }
      return out; }`),
  );
  const answers = async (size: number, order: readonly number[]) => {
    const pool = createSandbox({ size });
    const results = await Promise.all(order.map((k) => pool.run(codes[k]!, HUNDRED)));
    await pool.close();
    const byCode = new Map(order.map((k, i) => [k, results[i]!]));
    return codes.map((_, k) =>
      [byCode.get(k)!.outcome, ...byCode.get(k)!.signal!, JSON.stringify(byCode.get(k)!.repairs)].join(),
    );
  };
  const forward = codes.map((_, k) => k);
  const expected = await answers(1, forward);
  assert.ok(new Set(expected).size > 12);
  assert.equal(await answers(3, [...forward].reverse()), expected);
});

test('altering and cutting commute where both keep a bar', () => {
  const column = fc.array(fc.double({ min: 1, max: 1000, noNaN: true }), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(column, fc.nat(4), fc.nat(4), (values, after, length) => {
      const columns = {
        length: 5,
        dates: 'a,b,c,d,e',
        values: Array.from({ length: 5 }, () => Float64Array.from(values)),
      };
      const one = applyVariant(applyVariant(columns, altered(after, 2)), prefix(length));
      const two = applyVariant(applyVariant(columns, prefix(length)), altered(after, 2));
      assert.equal(one, two);
    }),
  );
});

test.run();
