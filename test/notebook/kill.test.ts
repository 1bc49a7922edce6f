/** A runner that is killed leaves a valid notebook. scripts/soak-notebook.mjs kills it a hundred times. */
import * as assert from 'uvu/assert';
import { suite } from '../support/suite.js';
import { killAtRandom } from './support/kill.js';

const test = suite('notebook kill -9');

test('killed at a random moment, three times, the output file is a valid notebook and no kernel stays behind', async () => {
  for (const seed of [1, 2, 3]) {
    const { cells, kernelEnded } = await killAtRandom(seed, 1500);
    assert.ok(cells === null || cells <= 300);
    assert.ok(kernelEnded);
  }
});

test.run();
