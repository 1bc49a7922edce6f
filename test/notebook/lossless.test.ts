/** No output is lost, under our runner and under nbclient. scripts/soak-notebook.mjs does it with 300 cells, ten times. */
import * as assert from 'uvu/assert';
import { suite, when } from '../support/suite.js';
import { expected, manyCells, underOurs, underTheirs } from './support/lossless.js';
import { hasNbclient } from './support/nbclient.js';

const test = suite('notebook outputs');
const COUNT = 60;

test('each of 60 cells keeps its outputs under our runner', async () => {
  assert.equal((await underOurs(manyCells(COUNT))).outputs, expected(COUNT));
});

when(
  test,
  hasNbclient,
  'nbclient is not installed (Debian: python3-nbclient)',
)('nbclient on our kernel saves the same', () => {
  assert.equal(underTheirs(manyCells(COUNT)).outputs, expected(COUNT));
});

test.run();
