/** `fides check`: what a person gets for one strategy file. Sharpe and return of 2007-08 are those of the golden run. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { shipped } from '#fides/base/paths.js';
import { fides } from '../support/cli.js';
import { suite } from '../support/suite.js';

const test = suite('fides check');
const folder = mkdtempSync(join(tmpdir(), 'fides-check-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const CRISIS = ['--window', '2007-01-01..2008-12-31'];
const QUARTER = ['--window', '2003-01-01..2003-03-31'];
const LONG = 'function strategy(df: { length: number }): number[] { return new Array(df.length).fill(1); }\n';
const PEEKS = `function strategy(df: { close: number[] }): number[] {
  const c = df.close;
  return c.map((x, i) => (i + 1 < c.length && c[i + 1]! > x ? 1 : -1));
}
`;
const CROSSES = `function strategy(df) {
  const c = df.close;
  const mean = (i, n) => c.slice(i - n + 1, i + 1).reduce((s, x) => s + x, 0) / n;
  return c.map((_, i) => (i >= 49 && mean(i, 20) > mean(i, 50) ? 1 : 0));
}
`;

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

interface Answer {
  outcome: string;
  runs: boolean;
  active: boolean;
  static: { paper: { line: number }[]; tree: { line: number }[] };
  doToReal: number;
  prefix: { leak: boolean; cut: number | null; bar: number | null } | null;
  backtest: { sharpe: number } | null;
  causal: { sharpe: number } | null;
}

/** The answer, whose exit status is 1 for code that looks ahead or fails. */
async function answer(...args: string[]): Promise<Answer> {
  const { code, out } = await fides(['check', ...args, '--json', '-q']);
  assert.is(code, 1);
  return JSON.parse(out) as Answer;
}

test('a constant position runs, is not active, and earns what holding earns', async () => {
  const { code, out } = await fides(['check', file('long.ts', LONG), ...CRISIS]);
  assert.is(code, 0);
  assert.match(out, /^long\.ts on SPX, 2007-01-01 to 2008-12-31\nruns, but never changes its position/);
  assert.match(out, /runs +yes\n +active +no\n +causal +yes/);
  assert.match(out, /do->real 0\.667/);
  assert.match(out, /as written +-0\.57 +-36\.3 %/);
  assert.match(out, /future withheld +-0\.57 +-36\.3 %/);
  assert.match(out, /no signal changed at 8 cut points/);
  assert.match(out, /0 of 505 days decided otherwise/);
});

test('a look at the next close is found by line, by the prefix check, and priced by the replay', async () => {
  const found = await answer(file('peeks.ts', PEEKS), ...CRISIS);
  assert.equal(Object.keys(found), [
    'outcome',
    'runs',
    'active',
    'static',
    'doToReal',
    'prefix',
    'backtest',
    'causal',
  ]);
  assert.equal([found.static.paper[0]!.line, found.static.tree[0]!.line], [3, 3]);
  assert.is(found.doToReal, 2 / 3);
  assert.is(found.prefix!.leak, true);
  assert.ok(found.prefix!.bar! <= found.prefix!.cut!);
  assert.ok(found.backtest!.sharpe > 7 && found.causal!.sharpe < 1);
  const { out, code } = await fides(['check', join(folder, 'peeks.ts'), ...QUARTER]);
  assert.is(code, 1);
  assert.match(out, /^peeks\.ts on SPX.*\nLOOKS AHEAD: the signal of 200[23]-.* changes when/);
  assert.match(out, /3 \| +return c\.map.*\n.*\^\^\^/);
  assert.match(out, /LEAK: the signal of 200[23]-/);
  assert.match(out, /Looking ahead was worth \d/);
});

test('a description beside the code is compared with it', async () => {
  const code = file('crosses.js', CROSSES);
  file('crosses.md', 'Long when the 20-day average is above the 50-day average, else flat.');
  const agreeing = (await fides(['check', code, ...QUARTER])).out;
  assert.match(agreeing, /\nruns, is active, and does not look ahead at 8 cut points\n/);
  assert.match(agreeing, /say->do by the reader without a model: 1\.00/);
  const prose = file('other.md', 'Long when the 20-day average is above the 200-day average, else flat.');
  const { out } = await fides(['check', code, '--prose', prose, ...QUARTER]);
  // The 200-day average is missing (i), and the code has one of 50 days that the prose does not name (m).
  assert.match(out, /reader without a model: 0\.50[^]*i no: 200-day of the prose is not in the code[^]*m no/);
});

test('code that fails is an answer, not an error', async () => {
  const failed = await answer(file('throws.js', 'function strategy() { throw new Error("no bars today"); }'));
  assert.equal(
    [failed.outcome, failed.runs, failed.doToReal, failed.prefix, failed.backtest, failed.causal],
    ['threw', false, 1 / 3, null, null, null],
  );
  const { out } = await fides(['check', join(folder, 'throws.js')]);
  assert.match(out, /^.*\ndoes not run: threw: .*no bars today\n\n/);
});

test('a column by a name that it has in another language is answered with the names it has in this one', async () => {
  const code = file('capital.ts', 'function strategy(df: any) { return df.Close.map(() => 1); }');
  const { out } = await fides(['check', code]);
  assert.match(out, /does not run: .*undefined\nIn typescript the columns are .*df\.close/);
});

test('a reader that has enough ends the command without a stack', async () => {
  const script = `"${process.execPath}" "${shipped('bin', 'fides.js')}" check "${file('long.ts', LONG)}" -q | true`;
  const { stderr } = await promisify(execFile)('sh', ['-c', script]);
  assert.is(stderr, '');
});

test("a folder of one's own prices is read, and its symbol chosen", async () => {
  const days = Array.from({ length: 400 }, (_, i) =>
    new Date(Date.UTC(2020, 0, 1) + i * 864e5).toISOString().slice(0, 10),
  );
  const csv = (price: (i: number) => number) =>
    ['Date,Open,High,Low,Close,Volume', ...days.map((d, i) => `${d},${`${price(i)},`.repeat(4)}1000`)].join(
      '\n',
    );
  file(
    'AAA.csv',
    csv(() => 100),
  );
  file(
    'UP.csv',
    csv((i) => 100 + i),
  );
  const args = ['--data', folder, '--symbol', 'UP', '--window', `${days[200]!}..${days[399]!}`];
  const { out } = await fides(['check', file('long.ts', LONG), ...args]);
  assert.match(out, /on UP, /);
  // From 299 at the close of day 199 to 499 at that of day 399.
  assert.match(out, new RegExp(`as written .*${((499 / 299 - 1) * 100).toFixed(1)} %`));
});

test('what cannot be checked is refused with what to do', async () => {
  const refused = async (args: string[], words: RegExp) => {
    const { code, err, out } = await fides(['check', ...args]);
    assert.is(code, 2);
    assert.is(out, '');
    assert.match(err, words);
    assert.not.match(err, /\n {4}at /); // no stack
  };
  await refused([join(folder, 'absent.ts')], /There is no file .*absent\.ts/);
  await refused([file('strategy.rb', '')], /\.rb.*\.ts, \.js, \.mjs, \.py/s);
  await refused([file('long.ts', LONG), '--window', '2008'], /window/);
  await refused([file('long.ts', LONG), '--window', '2031-01-01..2032-01-01'], /2031-01-01/);
  await refused([file('long.ts', LONG), '--data', join(folder, 'nowhere')], /nowhere/);
});

test.run();
