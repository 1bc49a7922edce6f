import { inspect } from 'node:util';
import * as assert from 'uvu/assert';
import { suite } from '../../support/suite.js';
import { asOneModule } from './one-module.js';
import { SEQUENCES } from './sequences.js';
import { notebook } from './support.js';

const test = suite('cell sequences');
const { last } = notebook();

for (const [name, cells] of Object.entries(SEQUENCES)) {
  test(`give what one module gives: ${name}`, async () => {
    const expected = inspect(await asOneModule(cells), { depth: 9 });
    assert.is(inspect(await last(...cells), { depth: 9 }), expected);
  });
}

test.run();
