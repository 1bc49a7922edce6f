import * as assert from 'uvu/assert';
import {
  annualisationFactor,
  clusterBootstrap,
  cohenKappa,
  deflatedSharpe,
  expectedMaximumSharpe,
  iidBootstrap,
  normalCdf,
  normalQuantile,
  percentileInterval,
  periodSharpe,
  politisWhite,
  probabilisticSharpe,
  quantile,
  returnMoments,
  sharpeDifferenceTest,
  sharpeStandardError,
  sharpeStandardErrorIid,
  stationaryBootstrap,
  wilson,
} from 'fides/stats';
import { random } from '#fides/base/random.js';
import { suite } from '../support/suite.js';

const test = suite('statistics');
const close = (seen: number, expected: number, tolerance = 1e-9) =>
  assert.ok(Math.abs(seen - expected) <= tolerance, `${seen}, expected ${expected}`);

/** A sawtooth and its AR(1) filter: the same numbers in numpy and here. */
const saw = Float64Array.from({ length: 500 }, (_, i) => ((i * 7919) % 1000) / 1000 - 0.5);
const filtered = new Float64Array(500);
for (let i = 1; i < 500; i++) filtered[i] = 0.6 * filtered[i - 1]! + saw[i]!;

function noise(n: number, seed: string, rho = 0): Float64Array {
  const dice = random(seed);
  let before = 0;
  return Float64Array.from({ length: n }, () => (before = rho * before + dice.normal()));
}

test('normal probabilities and quantiles agree with scipy 1.17', () => {
  close(normalCdf(-8), 6.22096057e-16, 1e-23);
  close(normalCdf(0.5), 0.691462461274013, 1e-15);
  close(normalCdf(2.3), 0.989275889978324, 1e-15);
  close(normalQuantile(1e-12), -7.03448383, 1e-8);
  close(normalQuantile(0.01), -2.3263478740408408, 1e-14);
  close(normalQuantile(0.999), 3.090232306167813, 1e-14);
  close(normalQuantile(normalCdf(1.234)), 1.234, 1e-12);
});

test("Wilson's interval agrees with statsmodels 0.14 (proportion_confint, method wilson)", () => {
  const { estimate, low, high } = wilson(1, 32);
  assert.is(estimate, 0.03125);
  close(low, 0.005537860164003122);
  close(high, 0.1574426382001256);
  close(wilson(0, 20).high, 0.1611251580528194);
  assert.is(wilson(0, 20).low, 0);
  close(wilson(22, 22).low, 0.8513451253913791);
  assert.is(wilson(22, 22).high, 1);
  close(wilson(5, 10).low, 0.23659309051256394);
});

test("Cohen's kappa of the textbook's fifty proposals is 0.4", () => {
  // Wikipedia, "Cohen's kappa", simple example: 20 both yes, 5 and 10 mixed, 15 both no.
  const a = [...Array(25).fill(1), ...Array(25).fill(0)];
  const b = [...Array(20).fill(1), ...Array(5).fill(0), ...Array(10).fill(1), ...Array(15).fill(0)];
  close(cohenKappa(a, b).kappa!, 0.4);
});

test('plain and weighted kappa agree with scikit-learn 1.8 on quarters', () => {
  const a = [1, 1, 0.75, 0.75, 0.5, 1, 0, 0.25, 1, 0.75];
  const b = [1, 0.75, 0.75, 0.5, 0.5, 1, 0.25, 0.25, 0.75, 1];
  const categories = [0, 0.25, 0.5, 0.75, 1];
  close(cohenKappa(a, b, { categories }).kappa!, 0.33333333333333337);
  close(cohenKappa(a, b, { categories, weights: 'linear' }).kappa!, 0.6268656716417911);
  close(cohenKappa(a, b, { categories, weights: 'quadratic' }).kappa!, 0.8322147651006712);
});

test('kappa is exactly 0 where agreement is that of chance', () => {
  // One rater always yes, the other in 36 of 40: (36/40 - 36/40) / (4/40).
  const a = new Array<number>(40).fill(1);
  const b = a.map((x, i) => (i < 36 ? x : 0.75));
  for (const weights of ['none', 'linear', 'quadratic'] as const)
    assert.is(cohenKappa(a, b, { weights }).kappa, 0);
});

test('kappa is null when both raters only ever say one thing', () => {
  assert.is(cohenKappa([1, 1, 1], [1, 1, 1]).kappa, null);
});

test('block lengths agree with the algorithm of Politis, White and Patton redone in numpy', () => {
  close(politisWhite(filtered).stationary, 26.823510786244533, 1e-9);
  close(politisWhite(filtered).circular, 30.70525483229704, 1e-9);
  close(politisWhite(saw).stationary, 23.49745352239637, 1e-9);
});

test('dependent series want longer blocks than independent ones', () => {
  assert.ok(politisWhite(noise(1000, 'a', 0.8)).stationary > 2 * politisWhite(noise(1000, 'a')).stationary);
  assert.is(politisWhite(new Float64Array(100).fill(3)).stationary, 1);
});

test("Lo's standard error is 0.306 for a Sharpe ratio of 0.5 over 12 periods", () => {
  // Lo 2002, table 1: asymptotic standard errors, SR 0.50: T = 12 0.306, T = 60 0.137.
  close(sharpeStandardErrorIid(0.5, 12), 0.306, 5e-4);
  close(sharpeStandardErrorIid(0.5, 60), 0.137, 5e-4);
});

test('the standard error with autocorrelation agrees with numpy', () => {
  const x = filtered.map((v) => v + 0.1);
  close(sharpeStandardError(x, 0), 0.04763633407037197, 1e-12);
  close(sharpeStandardError(x, 5), 0.07061734062373087, 1e-12);
  assert.is(sharpeStandardError(new Float64Array(50)), 0);
});

test('without autocorrelation a Sharpe ratio grows with the square root of time, with it by less', () => {
  close(annualisationFactor(12), Math.sqrt(12));
  // q = 2: 2 / sqrt(2 + 2 * rho), by hand.
  close(annualisationFactor(2, [0.5]), 2 / Math.sqrt(3));
});

test('the probabilistic Sharpe ratio of the hedge fund is 0.982, and 0.913 with its skewness and tails', () => {
  // Bailey and López de Prado 2012: SR 0.458 a month, 24 months, skewness -2.448, kurtosis 10.164.
  close(probabilisticSharpe({ sharpe: 0.458, n: 24, skewness: 0, kurtosis: 3 }), 0.982, 5e-4);
  close(probabilisticSharpe({ sharpe: 0.458, n: 24, skewness: -2.448, kurtosis: 10.164 }), 0.913, 5e-4);
});

test('the deflated Sharpe ratio of the selected strategy is 0.9004 after 100 trials and 0.9505 after 46', () => {
  // Bailey and López de Prado 2014, numerical example: SR 2.5 a year, 1250 days of 250 a year, V = 1/2.
  const evidence = { sharpe: 2.5 / Math.sqrt(250), n: 1250, skewness: -3, kurtosis: 10 };
  close(expectedMaximumSharpe(100, 1 / 500), 0.1132, 5e-5);
  close(deflatedSharpe(evidence, 100, 1 / 500), 0.9004, 5e-5);
  close(deflatedSharpe(evidence, 46, 1 / 500), 0.9505, 5e-5);
});

test('moments agree with scipy 1.17', () => {
  const { skewness, kurtosis } = returnMoments(filtered);
  close(skewness, -0.5226592490152536, 1e-12);
  close(kurtosis, 2.0752993506210715, 1e-12);
  assert.is(periodSharpe(returnMoments(new Float64Array(10).fill(0.01))), 0);
});

test('the difference of two Sharpe ratios and its HAC error agree with numpy', () => {
  const a = filtered.map((v) => v + 0.1);
  const b = saw.map((v) => v + 0.05);
  const seen = sharpeDifferenceTest(a, b, { seed: 1, replications: 50 });
  close(seen.difference, 0.055599509451055795, 1e-12);
  close(seen.standardError, 0.034578870861833776, 1e-12);
});

test('the difference test rejects equal strategies about as often as it says', () => {
  let rejected = 0;
  for (let k = 0; k < 30; k++) {
    const a = noise(150, `a${k}`, 0.1);
    const b = noise(150, `b${k}`, 0.1);
    if (sharpeDifferenceTest(a, b, { seed: k, replications: 99 }).pBootstrap <= 0.1) rejected += 1;
  }
  // 3 expected of 30; more than 9 has probability below 0.001 (binomial).
  assert.ok(rejected <= 9, `${rejected} of 30`);
});

test('a clear difference is found, and a series differs from itself by nothing', () => {
  const a = noise(500, 'c');
  const better = a.map((x) => x + 0.5);
  assert.ok(sharpeDifferenceTest(better, noise(500, 'd'), { seed: 1, replications: 199 }).pBootstrap < 0.02);
  assert.is(sharpeDifferenceTest(a, a, { seed: 1, replications: 9 }).pBootstrap, 1);
});

test('the bootstrap of a mean has the spread that theory gives', () => {
  const x = noise(400, 'e');
  const mean = (index: Int32Array) => index.reduce((sum, t) => sum + x[t]!, 0) / index.length;
  const { std } = returnMoments(x);
  const spread = returnMoments(iidBootstrap(400, mean, { seed: 1 })).std;
  close(spread / (std / 20), 1, 0.06);
  const blocked = returnMoments(stationaryBootstrap(400, 1, mean, { seed: 1 })).std;
  close(blocked / (std / 20), 1, 0.06);
});

test('blocks keep dependence: the spread of a mean of an AR(1) is wider than days drawn singly would say', () => {
  const x = noise(1000, 'f', 0.7);
  const mean = (index: Int32Array) => index.reduce((sum, t) => sum + x[t]!, 0) / index.length;
  const single = returnMoments(iidBootstrap(1000, mean, { seed: 2 })).std;
  const blocks = returnMoments(stationaryBootstrap(1000, 25, mean, { seed: 2 })).std;
  // Theory: sqrt((1 + rho) / (1 - rho)) = 2.38 for long blocks.
  assert.ok(blocks / single > 1.7 && blocks / single < 2.6, `${blocks / single}`);
});

test('the same seed draws the same resamples, another one others', () => {
  const first = (index: Int32Array) => index[0]!;
  const draw = (seed: number) => [...stationaryBootstrap(50, 5, first, { seed, replications: 20 })];
  assert.equal(draw(1), draw(1));
  assert.not.equal(draw(1), draw(2));
});

test('clusters are drawn whole', () => {
  const tasks = ['a', 'a', 'b', 'b', 'c', 'c'];
  const whole = clusterBootstrap(
    tasks,
    (index) =>
      Number(
        [0, 2, 4].every(
          (k) => index.filter((i) => i === k).length === index.filter((i) => i === k + 1).length,
        ),
      ),
    { seed: 3, replications: 50 },
  );
  assert.equal([...new Set(whole)], [1]);
});

test('quantiles interpolate as type 7', () => {
  // numpy.quantile([1, 2, 3, 4], [0.1, 0.5]) = 1.3, 2.5
  close(quantile([1, 2, 3, 4], 0.1), 1.3);
  close(quantile([1, 2, 3, 4], 0.5), 2.5);
  assert.equal(percentileInterval(Float64Array.of(5, NaN, 5)), [5, 5]);
});

test.run();
