import * as assert from 'uvu/assert';
import {
  calibration,
  clusteredMean,
  extractClaims,
  gate,
  judgeAgreement,
  paperClaims,
  sayToResult,
  testClaim,
  type Claim,
  type Verdict,
} from 'fides/concordance';
import { random } from '#fides/base/random.js';
import { suite } from '../support/suite.js';

const test = suite('claims');

const brief = ({ quantity, comparison, threshold, hedged }: Claim) =>
  `${quantity} ${comparison} ${'value' in threshold ? threshold.value : `${threshold.multiple} ${threshold.benchmark}`}${hedged ? ' hedged' : ''}`;
const READ: readonly (readonly [string, ...string[]])[] = [
  [
    'The rule should outperform a buy-and-hold of TLT.',
    'total-return above 1 buy-and-hold hedged',
    'sharpe above 1 buy-and-hold hedged',
  ],
  ['annual return above 8 %', 'annual-return above 0.08'],
  ['half the drawdown of holding', 'max-drawdown below 0.5 buy-and-hold'],
  ['not expected to beat buy-and-hold'],
  ['It is unlikely to outperform the index.'],
  ['It does not guarantee profits.'],
  [
    'not expected to beat buy-and-hold but should reduce drawdown',
    'max-drawdown below 1 buy-and-hold hedged',
  ],
  [
    'higher return and Sharpe ratio than buy-and-hold',
    'sharpe above 1 buy-and-hold',
    'total-return above 1 buy-and-hold',
  ],
  [
    'beats buy-and-hold with a smaller drawdown',
    'total-return above 1 buy-and-hold',
    'sharpe above 1 buy-and-hold',
    'max-drawdown below 1 buy-and-hold',
  ],
  ['positive Sharpe ratio', 'sharpe above 0'],
  ['Sharpe ratio above 0.8', 'sharpe above 0.8'],
  ['a better Sharpe ratio than SPY', 'sharpe above 1 buy-and-hold'],
  [
    'At least 12% annualized return with no more than 15% drawdown.',
    'annual-return above 0.12',
    'max-drawdown below 0.15',
  ],
  ['Returns of 8-10% per year', 'annual-return above 0.08'],
  ['Win rate of 55% or more.', 'hit-rate above 0.55'],
  ['30% lower drawdown than buy-and-hold.', 'max-drawdown below 0.7 buy-and-hold'],
  ['Twice the return of buy-and-hold.', 'total-return above 2 buy-and-hold'],
  ['Beats the SMA(50,200) rule', 'total-return above 1 sma', 'sharpe above 1 sma'],
  ['Outperforms buy-and-hold on a risk-adjusted basis.', 'sharpe above 1 buy-and-hold'],
  ['Captures trends while avoiding large losses.'],
  ['none; this is a baseline'],
];
for (const [edge, ...claims] of READ) {
  test(`"${edge}" claims ${claims.join(', ') || 'nothing testable'}`, () => {
    assert.equal(extractClaims(edge).map(brief), claims);
  });
}

test("the paper's keywords trigger on a hedge, and on a denial as well", () => {
  assert.equal(paperClaims('It should outperform a buy-and-hold.'), {
    beatsBuyAndHold: true,
    sharpe: false,
    profit: false,
  });
  assert.is(paperClaims('not expected to beat buy-and-hold').beatsBuyAndHold, true);
  assert.equal(paperClaims('a profit with a positive Sharpe ratio'), {
    beatsBuyAndHold: false,
    sharpe: true,
    profit: true,
  });
  assert.equal(paperClaims(null), paperClaims('no edge is claimed'));
});

test('say->result is 1, 0 or 0.5; a failed run with a claim is 0', () => {
  const held = { sharpe: 1, totalReturn: 0.1 };
  const beats = paperClaims('beats buy-and-hold');
  assert.is(sayToResult(beats, { sharpe: 1.1, totalReturn: 0.2 }, held), 1);
  assert.is(sayToResult(beats, { sharpe: 1.1, totalReturn: 0.1 }, held), 0);
  assert.is(sayToResult(beats, null, held), 0);
  assert.is(sayToResult(paperClaims('none'), null, held), 0.5);
  assert.is(sayToResult(paperClaims('positive Sharpe ratio'), { sharpe: 0, totalReturn: 0 }, held), 0);
});

const dice = random('returns');
const benchmarkReturns = Float64Array.from({ length: 500 }, () => 0.01 * dice.normal());
const options = { seed: 1, replications: 300 };
const [beat] = extractClaims('higher return than buy-and-hold') as [Claim];

test('a claim is confirmed, refuted or undetermined by its interval, and settled by sign', () => {
  const better = benchmarkReturns.map((r) => r + 0.002);
  const hair = benchmarkReturns.map((r, t) => r + (t % 2 ? 0.005 : -0.00495));
  const test1 = testClaim(beat, { returns: better, benchmarkReturns }, options);
  assert.is(test1.byInterval, 'confirmed');
  assert.is(
    testClaim(beat, { returns: benchmarkReturns.map((r) => r - 0.002), benchmarkReturns }, options)
      .byInterval,
    'refuted',
  );
  const close = testClaim(beat, { returns: hair, benchmarkReturns }, options);
  assert.is(close.byInterval, 'undetermined');
  assert.ok(close.interval[0] < 0 && close.interval[1] > 0);
  assert.is.not(close.bySign, 'undetermined');
});

test('quantities are what their names say', () => {
  const returns = [0.1, -0.2, 0, 0.05];
  const seen = (edge: string) =>
    testClaim(extractClaims(edge)[0]!, { returns, benchmarkReturns: returns }, options).realised;
  const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-12, `${a} ${b}`);
  near(seen('total return above 3%'), 1.1 * 0.8 * 1.05 - 1);
  near(seen('maximum drawdown below 10%'), 0.2);
  near(seen('win rate above 50%'), 2 / 3);
  near(seen('annual return above 3%'), (1.1 * 0.8 * 1.05) ** 63 - 1);
});

test('a flat strategy has finite figures, and a conditional claim stays undetermined', () => {
  const flat = testClaim(
    extractClaims('Sharpe ratio above 1')[0]!,
    { returns: new Float64Array(500), benchmarkReturns },
    options,
  );
  assert.equal([flat.realised, flat.bySign, flat.byInterval], [0, 'refuted', 'refuted']);
  const [conditional] = extractClaims('higher return than buy-and-hold in falling markets');
  assert.is(
    testClaim(conditional!, { returns: benchmarkReturns, benchmarkReturns }, options).byInterval,
    'undetermined',
  );
});

test("the paper's calibration: 32 of 40 claim, 1 does, 3.1 %", () => {
  const outcomes = Array.from({ length: 40 }, (_, k) => ({ claimed: k < 32, realised: k === 0 || k === 39 }));
  const { claimed, hits, hitRate, silentHits } = calibration(outcomes);
  assert.equal([claimed, hits, silentHits, (100 * hitRate.estimate).toFixed(1)], [32, 1, 1, '3.1']);
});

test("the paper's gate: 1 of 22 against 1 of 18", () => {
  const rows = Array.from({ length: 40 }, (_, k) => ({
    score: k < 22 ? 1 : 0.75,
    beats: k === 0 || k === 39,
  }));
  const { concordant, discordant } = gate([...rows, { score: null, beats: true }]);
  assert.equal([concordant.beats, concordant.n, discordant.beats, discordant.n], [1, 22, 1, 18]);
});

test("the paper's two judges agree on 16 of 40 and differ by 0.15 on average", () => {
  const scores = [
    ...Array(22).fill([1, 0.75]),
    ...Array(16).fill([0.75, 0.75]),
    [0.5, 0.75],
    [0.75, 0.5],
  ] as number[][];
  const verdict = (score: number): Verdict => ({
    judge: 'j',
    checks: { d: true, i: true, x: score === 1, m: true },
    score,
    evidence: [],
  });
  const seen = judgeAgreement(
    scores.map(([a]) => verdict(a!)),
    scores.map(([, b]) => verdict(b!)),
  );
  assert.is(seen.exact, 16);
  assert.is(seen.meanAbsoluteDifference, 0.15);
  assert.equal([seen.checks!.x.yesNo, seen.checks!.x.noNo, seen.checks!.d.kappa], [22, 18, null]);
});

test('a mean over seeds of the same tasks is less sure than its count says', () => {
  const values = [0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0];
  const tasks = values.map((_, k) => `task ${Math.floor(k / 4)}`);
  const each = values.map((_, k) => `${k}`);
  const width = ({ low, high }: { low: number; high: number }) => high - low;
  const clustered = clusteredMean(values, tasks, { seed: 1 });
  assert.equal([clustered.n, clustered.clusters, clustered.mean.toFixed(3)], [12, 3, '0.333']);
  assert.ok(width(clustered) > width(clusteredMean(values, each, { seed: 1 })));
});

test.run();
