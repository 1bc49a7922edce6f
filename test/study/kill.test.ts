import * as assert from 'uvu/assert';
import { suite } from '../support/suite.js';
import { killStudy } from './kill.js';

const test = suite('killed study');

test('a study that is killed and started again ends with the records of an undisturbed one', async () => {
  const { kills, different } = await killStudy(Number(process.env.FIDES_KILLS ?? 3));
  assert.ok(kills >= 3);
  assert.is(different, 0);
});

test.run();
