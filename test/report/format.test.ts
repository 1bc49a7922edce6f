import * as assert from 'uvu/assert';
import { count, fixed, general, percent, signed } from 'fides/report';
import { typesetMinus } from '#fides/report/format.js';
import { suite } from '../support/suite.js';

const test = suite('report/format');

test('numbers are printed with fixed places and zero has no sign', () => {
  assert.is(fixed(3)(-0.0912), '-0.091');
  assert.is(fixed(2)(-0.001), '0.00');
  assert.is(signed(3)(0.07), '+0.070');
  assert.is(signed(2)(0.001), '0.00');
  assert.is(percent(1)(0.045), '4.5\u00a0%');
});

test('thousands are parted by thin spaces, and numbers that are not whole keep four digits', () => {
  assert.is(count(1234567), '1\u202f234\u202f567');
  assert.is(count(12), '12');
  assert.is(general(5105), '5105');
  assert.is(general(0.123456), '0.1235');
});

test('a minus sign is set before numbers only', () => {
  assert.is(typesetMinus('-0.5 and (-3)'), '\u22120.5 and (\u22123)');
  assert.is(typesetMinus('2020-04-17, gpt-4o, --flag'), '2020-04-17, gpt-4o, --flag');
});

test.run();
