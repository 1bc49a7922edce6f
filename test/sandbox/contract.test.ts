import { createSandbox, OUTCOMES, type Language } from 'fides/sandbox';
import * as assert from 'uvu/assert';
import { suite } from '../support/suite.js';
import { bars } from './support/bars.js';

const test = suite('sandbox contract, TypeScript and JavaScript');
const sandbox = createSandbox({ size: 1, deadlineMs: 1000, memoryMb: 32 });
const FIVE = bars(5);

const run = (code: string, language: Language = 'typescript') => sandbox.run({ code, language }, FIVE);
const returns = (expression: string) => run(`function strategy(df) { return ${expression}; }`);
/** The text of an error that the strategy throws, to look at things inside. */
const inside = async (expression: string) =>
  (await run(`function strategy(df) { throw new Error(JSON.stringify(${expression})); }`)).detail!.replace(
    'Error: ',
    '',
  );

test.after(() => sandbox.close());

test('df has seven members, arrays of the bars as given', async () => {
  assert.is(await inside('Object.keys(df)'), '["length","date","open","high","low","close","volume"]');
  assert.is(await inside('[df.length, df.volume]'), '[5,[1000,1001,1002,1003,1004]]');
  assert.is(
    await inside('[df.close, df.high, df.low].map((c) => c[1])'),
    JSON.stringify([FIVE.close, FIVE.high, FIVE.low].map((c) => c[1])),
  );
  assert.is(await inside('df.open.every((o, i) => i === 0 || o === df.close[i - 1])'), 'true');
  assert.is(await inside('[df.close].every(Array.isArray)'), 'true');
});

test('daily dates are ISO days and instants are ISO instants', async () => {
  assert.is(await inside('df.date'), '["2000-01-01","2000-01-02","2000-01-03","2000-01-04","2000-01-05"]');
  const code = 'function strategy(df) { throw new Error(df.date[1]); }';
  const { detail } = await sandbox.run({ code, language: 'javascript' }, { ...FIVE, resolution: 'instant' });
  assert.is(detail, 'Error: 2000-01-02T00:00:00.000Z');
});

test('a signal of -1, 0 and 1 comes back as it is, without repairs', async () => {
  const { outcome, signal, repairs, detail } = await returns('[1, 0, -1, -0, 1]');
  assert.is(outcome, 'ok');
  assert.is(detail, null);
  assert.equal(signal, Int8Array.of(1, 0, -1, 0, 1));
  assert.equal(repairs, { missing: 0, rounded: 0, clipped: 0 });
});

test('NaN, null, undefined and holes become 0 and are counted', async () => {
  const { signal, repairs } = await returns('[NaN, null, undefined, , 1]');
  assert.equal(signal, Int8Array.of(0, 0, 0, 0, 1));
  assert.equal(repairs, { missing: 4, rounded: 0, clipped: 0 });
});

test('fractions are rounded half away from zero and are counted', async () => {
  const { signal, repairs } = await returns('[0.5, -0.5, 0.49999999999999994, -0.2, 1.4]');
  assert.equal(signal, Int8Array.of(1, -1, 0, 0, 1));
  assert.equal(repairs, { missing: 0, rounded: 5, clipped: 0 });
});

test('values beyond one are clipped and counted, after rounding', async () => {
  const { signal, repairs } = await returns('[2, -3, Infinity, -Infinity, 1.5]');
  assert.equal(signal, Int8Array.of(1, -1, 1, -1, 1));
  assert.equal(repairs, { missing: 0, rounded: 1, clipped: 5 });
});

test('a typed array is an array of numbers', async () => {
  assert.equal((await returns('Float64Array.of(0, 1, -1, NaN, 0.5)')).signal, Int8Array.of(0, 1, -1, 0, 1));
});

const BAD: readonly [expression: string, detail: string][] = [
  ['[1, 0]', 'length 2, expected 5'],
  ['undefined', 'undefined was returned, expected an array of numbers'],
  ['"long"', 'a string was returned, expected an array of numbers'],
  ['{ signal: [1, 0, 1, 0, 1] }', 'an object was returned, expected an array of numbers'],
  ['[1, 0, "1", 0, 1]', 'element 2 is a string, expected a number'],
  ['[true, false, true, false, true]', 'element 0 is a boolean, expected a number'],
  ['[[1], 0, 1, 0, 1]', 'element 0 is an array, expected a number'],
  ['[1n, 0, 1, 0, 1]', 'element 0 is a bigint, expected a number'],
];
for (const [expression, detail] of BAD)
  test(`bad output: ${expression}`, async () => {
    const execution = await returns(expression);
    assert.equal([execution.outcome, execution.detail, execution.signal], ['bad-output', detail, null]);
  });

const SPELLINGS: readonly [name: string, code: string][] = [
  [
    'a function with types',
    'function strategy(df: { close: number[] }): number[] { return df.close.map((): number => 1); }',
  ],
  ['a constant', 'const strategy = (df) => df.close.map(() => 1);'],
  ['an exported function', 'export function strategy(df) { return df.close.map(() => 1); }'],
  ['an exported constant', 'export const strategy = (df) => df.close.map(() => 1);'],
  ['a default function without a name', 'export default function (df) { return df.close.map(() => 1); }'],
  ['a default value', 'export default (df) => df.close.map(() => 1);'],
  ['a list of exports', 'function strategy(df) { return df.close.map(() => 1); }\nexport { strategy };'],
  [
    'types, enums and type imports',
    "import type { DataFrame } from 'arquero';\ninterface D { close: number[] }\nenum Side { Long = 1 }\nfunction strategy(df: D & { t?: DataFrame }) { return df.close.map(() => Side.Long); }",
  ],
  [
    'code that is not strict',
    'function strategy(df) { out = []; for (i = 0; i < df.length; i++) out.push(1); return out; }',
  ],
];
for (const [name, code] of SPELLINGS)
  test(`a strategy may be written as ${name}`, async () => {
    const { outcome, signal, detail } = await run(code);
    assert.is(outcome, 'ok', detail ?? '');
    assert.equal(signal, Int8Array.of(1, 1, 1, 1, 1));
  });

const FAILURES: readonly [name: string, code: string, outcome: string, detail: RegExp][] = [
  ['a missing brace', 'function strategy(df) {', 'syntax', /^line 1, column 24: '}' expected\.$/],
  [
    'an import',
    "import { sma } from 'ta';\nfunction strategy(df) { return sma(df.close); }",
    'syntax',
    /^import is not available/,
  ],
  ['a redeclaration', 'let a = 1; let a = 2; function strategy() {}', 'syntax', /redefin|declar/i],
  ['no strategy', 'function Strategy(df) { return df.close; }', 'no-strategy', /^no function named strategy/],
  ['a strategy that is a number', 'const strategy = 1;', 'no-strategy', /^no function named strategy/],
  ['nothing at all', '', 'no-strategy', /^no function named strategy/],
  [
    'a throw',
    "function strategy() { throw new TypeError('no such column'); }",
    'threw',
    /^TypeError: no such column$/,
  ],
  ['a throw at the top', "throw 'a string'; function strategy() {}", 'threw', /^a string$/],
  ['a syntax error at run time', "function strategy() { return eval('('); }", 'threw', /^SyntaxError/],
  [
    'a column that is not there',
    'function strategy(df) { return df.adjClose.map(() => 1); }',
    'threw',
    /^TypeError/,
  ],
  [
    'randomness',
    'function strategy(df) { return df.close.map(Math.random); }',
    'threw',
    /Math\.random is not available/,
  ],
  ['an endless loop', 'function strategy() { for (;;); }', 'timed-out', /deadline/],
  [
    'too much memory',
    'function strategy() { const a = []; for (;;) a.push(new ArrayBuffer(2 ** 20)); }',
    'out-of-memory',
    /memory/,
  ],
  ['too long a text', `/*${'x'.repeat(1_000_000)}*/`, 'syntax', /longer than 1000000/],
];
for (const [name, code, outcome, detail] of FAILURES)
  test(`${name} is ${outcome}`, async () => {
    const execution = await run(code);
    assert.is(execution.outcome, outcome, execution.detail ?? '');
    assert.match(execution.detail!, detail);
    assert.is(execution.signal, null);
    assert.equal(execution.repairs, { missing: 0, rounded: 0, clipped: 0 });
  });

test('no outcome stands outside the closed list', () => {
  assert.equal(OUTCOMES, [
    'ok',
    'syntax',
    'no-strategy',
    'threw',
    'timed-out',
    'out-of-memory',
    'bad-output',
    'killed',
  ]);
});

test('details are at most 500 characters and name no path', async () => {
  const { detail } = await run("function strategy() { throw new Error('x'.repeat(2000)); }");
  assert.is(detail!.length, 500);
  assert.not.match((await inside('new Error().stack'))!, /\.(js|ts|wasm)|node_modules/);
});

test('recursion over 2,000 bars works', async () => {
  const code =
    'function strategy(df) { const ema = (i) => (i === 0 ? df.close[0] : 0.1 * df.close[i] + 0.9 * ema(i - 1)); return df.close.map((c, i) => (i === df.length - 1 && ema(i) < c ? 1 : 0)); }';
  assert.is((await sandbox.run({ code, language: 'javascript' }, bars(2000))).outcome, 'ok');
});

test('a program that is too much for the compiler is timed out', async () => {
  const hasty = createSandbox({ size: 1, deadlineMs: 100 });
  const code = 'f(({ a: b => (c) => d })).e?.(1);\n'.repeat(25_000);
  const { outcome, detail } = await hasty.run({ code, language: 'typescript' }, FIVE);
  assert.equal([outcome, detail], ['timed-out', 'the compiler was stopped after 100 ms']);
  await hasty.close();
});

test.run();
