import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { ANCHORS, baselines, checkAnchors } from 'fides/backtest';
import { adjusted, PAPER_SYMBOLS, PAPER_WINDOW, readFolder, SP500_WINDOWS, synthetic } from 'fides/market';
import { etfFolder } from '../market/support/etf.js';
import { suite, when } from '../support/suite.js';

const test = suite('baselines');
const etf = etfFolder();
const withEtf = when(test, etf !== null, 'known results on the ETFs: no folder in FIDES_DATA');
const fides = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['bin/fides.js', 'baselines', ...args]).then(({ stdout }) => stdout);

interface Row {
  symbol: string;
  strategy: string;
  window: [string, string];
  costBps: number;
  n: number;
  sharpe: number;
  totalReturn: number;
  maxDrawdown: number;
}

// fides.md, anchors: buy-and-hold Sharpe and return, SMA(50,200) Sharpe and return, sample std, four digits.
const KNOWN = {
  SPY: ['1.8466', '0.5758', '1.6670', '0.4889'],
  QQQ: ['1.9526', '0.9446', '1.8649', '0.7946'],
  IWM: ['0.7498', '0.3013', '-0.0310', '-0.0408'],
  EFA: ['0.8408', '0.2249', '0.3698', '0.0788'],
  TLT: ['-0.0912', '-0.0551', '-0.4317', '-0.0910'],
  GLD: ['1.3274', '0.4273', '0.9041', '0.2490'],
  XLF: ['1.3322', '0.4626', '0.8044', '0.2245'],
  XLE: ['0.2194', '0.0489', '-0.4874', '-0.1922'],
};

withEtf('every known result of the paper comes out to its last digit, from the command', async () => {
  const rows = JSON.parse(await fides('--data', etf!, '--json')) as Row[];
  assert.equal([...new Set(rows.map((row) => row.symbol))], Object.keys(KNOWN));
  for (const [symbol, expected] of Object.entries(KNOWN)) {
    const [hold, sma] = rows.filter((row) => row.symbol === symbol) as [Row, Row];
    assert.is(hold.strategy, 'buy-and-hold');
    assert.is(sma.strategy, 'sma(50,200)');
    assert.is(hold.n, 502);
    assert.equal(hold.window, ['2023-01-01', '2024-12-31']);
    const found = [hold.sharpe, hold.totalReturn, sma.sharpe, sma.totalReturn].map((value) =>
      value.toFixed(4),
    );
    assert.equal(found, expected, symbol);
  }
  const sharpes = rows.filter((row) => row.strategy === 'sma(50,200)').map((row) => row.sharpe);
  const mean = sharpes.reduce((sum, value) => sum + value, 0) / 8;
  assert.is(mean.toFixed(3), '0.583');
  assert.is(mean.toFixed(4), '0.5825');
});

withEtf('a cost of 1, 5 and 10 bp and unadjusted prices give the means known for them', () => {
  // fides.md: 0.581 / 0.576 / 0.569 with costs, 0.501 on unadjusted prices.
  const bars = readFolder(etf!, PAPER_SYMBOLS);
  const mean = (data: typeof bars, costBps: number) => {
    const rows = baselines(data, { windows: [PAPER_WINDOW], costBps });
    const sharpes = rows
      .filter((row) => row.strategy === 'sma(50,200)')
      .map((row) => row.result.metrics.sharpe);
    return (sharpes.reduce((sum, value) => sum + value, 0) / sharpes.length).toFixed(3);
  };
  assert.equal(
    [1, 5, 10].map((bps) => mean(bars, bps)),
    ['0.581', '0.576', '0.569'],
  );
  const unadjusted = bars.map(({ adjClose: _, ...rest }) => rest);
  assert.is(mean(unadjusted, 0), '0.501');
});

withEtf('the anchors agree on the ETFs and notice unadjusted prices', () => {
  const bars = readFolder(etf!, PAPER_SYMBOLS);
  const checks = checkAnchors(bars);
  assert.is(checks.length, 33);
  assert.ok(checks.every(({ agrees }) => agrees));
  const unadjusted = bars.map(({ adjClose: _, ...rest }) => rest);
  assert.ok(checkAnchors(unadjusted).filter(({ agrees }) => !agrees).length > 20);
});

// pandas 1.5.3 on sp500-2000.csv: buy-and-hold Sharpe, return and drawdown, then SMA(50,200)'s; ten digits.
const SP500: readonly (readonly number[])[] = [
  [503, 0.826925447, 0.1702917664, 0.0769898535, 0.6404598873, 0.1228829697, 0.0769898535],
  [504, -0.5683815228, -0.3631460419, 0.5192537517, 0.2596070136, 0.0466473311, 0.100904099],
  [504, 0.8315502387, 0.3923498644, 0.2762062477, 0.7699789092, 0.2144174716, 0.1633124318],
  [502, 0.4303221897, 0.134020804, 0.1938824209, 0.1362990404, 0.0185803951, 0.1790468145],
  [504, 1.6928994529, 0.4436365331, 0.0740145952, 1.6928994529, 0.4436365331, 0.0740145952],
  [504, 0.363918774, 0.0873914151, 0.1416075043, -0.009758892, -0.014089469, 0.148759898],
  [502, 0.5029694224, 0.1197143198, 0.1977821042, 0.742707334, 0.1760964371, 0.1017452669],
  [326, 0.5133266348, 0.1466820698, 0.3392496001, -0.123552333, -0.0838940021, 0.3392496001],
];

test('the S&P 500 over the eight default windows has the values of pandas, from the command', async () => {
  const rows = JSON.parse(await fides('--json')) as Row[];
  assert.is(rows.length, 16);
  SP500.forEach((expected, i) => {
    const [hold, sma] = rows.slice(2 * i, 2 * i + 2) as [Row, Row];
    assert.equal(hold.window, [SP500_WINDOWS[i]!.start, SP500_WINDOWS[i]!.end]);
    const found = [
      hold.n,
      hold.sharpe,
      hold.totalReturn,
      hold.maxDrawdown,
      sma.sharpe,
      sma.totalReturn,
      sma.maxDrawdown,
    ];
    found.forEach((value, j) =>
      assert.ok(Math.abs(value - expected[j]!) < 1e-10, `${hold.window}: ${found}`),
    );
  });
});

test('the table names its windows, means and conventions', async () => {
  const text = await fides('--window', '2015-01-01..2016-12-31', '--sma', '20,100', '--cost-bps', '10');
  assert.match(text, /SPX +buy-and-hold +2015-01-01\.\.2016-12-31 +504 +0\.3639 +0\.0874/);
  assert.match(text, /sma\(20,100\)/);
  assert.match(text, /Cost 10 bp one way.*sample std/);
});

test('a window outside the data, a wrong option and a missing folder are one line and exit code 2', async () => {
  for (const [args, message] of [
    [['--window', '2019-01-01..2024-12-31'], /^fides: SPX .*2020-04-17.*do not cover/],
    [['--window', '2019'], /^fides: "2019" is not a window/],
    [['--sma', '200,50'], /two whole numbers/],
    [['--cost-bps', 'ten'], /basis points/],
    [['--data', '/nowhere'], /^fides: \/nowhere does not exist/],
    [['--symbols', 'SPY'], /^fides: sp500-2000.csv has no bars of SPY/],
  ] as const) {
    const failure = await fides(...args).then(
      () => assert.unreachable(),
      (error: { code: number; stderr: string }) => error,
    );
    assert.is(failure!.code, 2);
    assert.match(failure!.stderr, message);
  }
});

test('anchors are the eight symbols of the paper, and other symbols are left alone', () => {
  assert.equal(Object.keys(ANCHORS), [...PAPER_SYMBOLS]);
  assert.equal(checkAnchors(synthetic({ seed: 1, bars: 300 }).map(adjusted)), []);
});

test.run();
