// How long the statistics of a study take: a claim's interval, and a difference test, on two years of days.
import { testClaim, extractClaims } from 'fides/concordance';
import { sharpeDifferenceTest } from 'fides/stats';
import { random } from '#fides/base/random.js';

const dice = random('bench');
const returns = Float64Array.from({ length: 504 }, () => 0.01 * dice.normal());
const benchmarkReturns = Float64Array.from({ length: 504 }, () => 0.01 * dice.normal());
const [claim] = extractClaims('a better Sharpe ratio than buy-and-hold');

const measure = (work: () => void): number => {
  work();
  const start = performance.now();
  for (let k = 0; k < 5; k++) work();
  return (performance.now() - start) / 5;
};
const value = (bench: string, millis: number, goal: number) =>
  console.log(JSON.stringify({ bench, value: Math.round(millis), goal, unit: 'ms' }));

value(
  'claim interval, 504 days, 2000 resamples',
  measure(() => testClaim(claim!, { returns, benchmarkReturns }, { seed: 1 })),
  250,
);
value(
  'Sharpe difference test, 504 days, 999 resamples',
  measure(() => sharpeDifferenceTest(returns, benchmarkReturns, { seed: 1 })),
  500,
);
