import { suite } from '../support/suite.js';
import * as assert from 'uvu/assert';
import { probes, Range } from './support/abuse.js';

const test = suite('abuse, JavaScript');
const RISING =
  'function strategy(df: { close: number[] }) { return df.close.map((c, i) => (i > 0 && c > df.close[i - 1]! ? 1 : 0)); }';
const range = new Range('typescript', RISING, 300);

test.before(() => range.open());
test.after(() => range.close());

for (const probe of probes('javascript')) test(`contains ${probe.name}`, () => range.contains(probe));

test('the pool is back to full size after all of it', async () => {
  await range.isWhole(range.sandbox.javascript);
  await range.isWhole(range.sandbox.compiler);
});

test('there are at least 60 probes', () => {
  assert.ok(probes('javascript').length + probes('python').length >= 60);
});

test.run();
