import { createSandbox, type Variant } from 'fides/sandbox';
import * as assert from 'uvu/assert';
import { UserError } from '#fides/base/errors.js';
import { Pool } from '#fides/sandbox/pool.js';
import { pythonCommand } from '#fides/sandbox/python/enclosure.js';
import { selfTest } from '#fides/sandbox/python/self-test.js';
import { suite, when } from '../support/suite.js';
import { bars } from './support/bars.js';

const test = suite('sandbox contract, Python');
const sandbox = createSandbox({ size: 1 });
const FIVE = bars(5);
const run = (code: string) => sandbox.run({ code, language: 'python' }, FIVE);
const returns = (expression: string) =>
  run(`import pandas as pd\nimport numpy as np\ndef strategy(df):\n    return ${expression}\n`);

const reason = await run('def strategy(df):\n    return [0] * len(df)\n').then(
  () => null,
  (error: Error) => {
    assert.instance(error, UserError);
    return error.message;
  },
);
const python = when(test, reason === null, `Python strategies: ${reason}`);
test.after(() => sandbox.close());

python('df is a DataFrame of five columns on a DatetimeIndex', async () => {
  const parts = 'type(df), list(df.columns), type(df.index), df.index[1], list(df.Volume)';
  const { detail } = await run(
    `def strategy(df):\n    raise ValueError('|'.join(str(x) for x in [${parts}]))`,
  );
  assert.equal(detail!.split('|'), [
    "ValueError: <class 'pandas.core.frame.DataFrame'>",
    "['Open', 'High', 'Low', 'Close', 'Volume']",
    "<class 'pandas.core.indexes.datetimes.DatetimeIndex'>",
    '2000-01-02 00:00:00',
    '[1000.0, 1001.0, 1002.0, 1003.0, 1004.0]',
  ]);
});

const SIGNALS: readonly [expression: string, signal: number[], repairs: [number, number, number]][] = [
  ['[1, 0, -1, 0, 1]', [1, 0, -1, 0, 1], [0, 0, 0]],
  ['[None, float("nan"), 2, -0.5, 1.5]', [0, 0, 1, -1, 1], [2, 2, 2]],
  ['np.array([0.5, -0.5, 0.49, 1.4, -3])', [1, -1, 0, 1, -1], [0, 4, 1]],
  ['np.array([np.inf, -np.inf, 0, 0, 0])', [1, -1, 0, 0, 0], [0, 0, 2]],
  ['df.Close > df.Close.shift(1)', [0, 1, 1, 1, 1], [0, 0, 0]],
  ['pd.Series([1, -1, 1, -1, 1])', [1, -1, 1, -1, 1], [0, 0, 0]],
  ['pd.Series(1, index=df.index[3:])', [0, 0, 0, 1, 1], [3, 0, 0]],
  ['pd.Series([1, 0, 0, 0, -1], index=df.index[::-1])', [-1, 0, 0, 0, 1], [0, 0, 0]],
  ['pd.Series([1, None, pd.NA, True, False], index=df.index, dtype=object)', [1, 0, 0, 1, 0], [2, 0, 0]],
];
for (const [expression, signal, [missing, rounded, clipped]] of SIGNALS)
  python(`a signal: ${expression}`, async () => {
    const execution = await returns(expression);
    assert.is(execution.outcome, 'ok', execution.detail ?? '');
    assert.equal([...execution.signal!], signal);
    assert.equal(execution.repairs, { missing, rounded, clipped });
  });

const FAILURES: readonly [name: string, code: string, outcome: string, detail: RegExp][] = [
  ['a missing colon', 'def strategy(df)\n    return 1', 'syntax', /^line 1, column \d+: expected ':'/],
  ['no strategy', 'x = 1', 'no-strategy', /no function named strategy/],
  ['a throw', "def strategy(df):\n    raise KeyError('Adj Close')", 'threw', /^KeyError: 'Adj Close'$/],
  [
    'an import',
    'import os\ndef strategy(df):\n    return df',
    'threw',
    /^line 1: import os is not available: only math, numpy, pandas, statistics$/,
  ],
  ['a short list', 'def strategy(df):\n    return [1]', 'bad-output', /^length 1, expected 5$/],
  ['text', "def strategy(df):\n    return ['long'] * 5", 'bad-output', /^element 0 is of type str/],
  ['a number', 'def strategy(df):\n    return 1', 'bad-output', /^int was returned/],
  ['a table', 'def strategy(df):\n    return df', 'bad-output', /^DataFrame was returned/],
];
for (const [name, code, outcome, detail] of FAILURES)
  python(`${name} is ${outcome}`, async () => {
    const execution = await run(code);
    assert.is(execution.outcome, outcome, execution.detail ?? '');
    assert.match(execution.detail!, detail);
  });

python('variants show the same bars as to TypeScript', async () => {
  const variants: Variant[] = [
    { kind: 'prefix', length: 2 },
    { kind: 'altered', after: 2, factor: 1.5 },
  ];
  const show =
    'def strategy(df):\n    raise ValueError([float(x) for x in list(df.Close) + list(df.Volume)])';
  const js =
    "function strategy(df) { throw { name: 'ValueError', message: '[' + [...df.close, ...df.volume].join(', ') + ']' }; }";
  const numbers = (text: string | null) => text!.match(/[\d.]+/g)!.map(Number);
  const inPython = await sandbox.runVariants({ code: show, language: 'python' }, FIVE, variants);
  const inJavaScript = await sandbox.runVariants({ code: js, language: 'javascript' }, FIVE, variants);
  inPython.forEach(({ detail }, i) => assert.equal(numbers(detail), numbers(inJavaScript[i]!.detail)));
});

python('the seed of numpy is fixed, so that a run can be repeated', async () => {
  const code = 'import numpy as np\ndef strategy(df):\n    return np.random.randint(-1, 2, len(df))';
  const [one, two] = [await run(code), await run(code)];
  assert.equal(one.signal, two.signal);
});

python(
  'an enclosure that leaves the network open is noticed by the self-test, and Python refused',
  async () => {
    const { file, args, env } = pythonCommand(256);
    // A pid namespace it keeps: the server kills whatever else it sees after a run.
    const open = args.flatMap((arg) =>
      arg === '--unshare-all' ? ['--unshare-pid', '--unshare-ipc'] : [arg],
    );
    const pool = new Pool({ file, args: open, env }, 1);
    try {
      await selfTest(pool);
      assert.unreachable();
    } catch (error) {
      assert.instance(error, UserError);
      assert.match((error as Error).message, /refused: .* does not deny: socket/);
      assert.match((error as Error).message, /apt-get install bubblewrap python3-pandas.*Or use TypeScript/);
    } finally {
      await pool.close();
    }
  },
);

python('a server that cannot start is refused with what to do', async () => {
  const { file, args, env } = pythonCommand(256);
  const pool = new Pool({ file, args: args.map((arg) => (arg === '-I' ? '--no-such-option' : arg)), env }, 1);
  try {
    await selfTest(pool);
    assert.unreachable();
  } catch (error) {
    assert.instance(error, UserError);
    assert.match((error as Error).message, /Python strategies are refused: .*Or use TypeScript/s);
  } finally {
    await pool.close();
  }
});

test.run();
