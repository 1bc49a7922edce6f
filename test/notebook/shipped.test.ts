/** The notebooks that ship: run again by `fides notebook run` and by nbclient, each must give the committed outputs. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { compareNotebooks, readNotebook } from 'fides/notebook';
import { suite, when } from '../support/suite.js';
import { hasNbclient, underNbclient } from './support/nbclient.js';

const test = suite('shipped notebooks');
const run = promisify(execFile);
/** The default of `fides notebook run --check`. */
const TOLERANCE = 1e-6;

const notebooks = readdirSync('notebooks').filter((f) => f.endsWith('.ipynb') && !f.endsWith('.out.ipynb'));
const theirs = when(test, hasNbclient, 'nbclient is not installed (Debian: python3-nbclient)');

for (const name of notebooks) {
  const file = join('notebooks', name);

  test(`${name} runs headless and gives its committed outputs`, async () => {
    const { stdout } = await run(process.execPath, [
      'bin/fides.js',
      '-q',
      'notebook',
      'run',
      file,
      '--check',
    ]);
    assert.match(stdout, /all outputs agree/);
  });

  theirs(`${name} gives the same under nbclient`, async () => {
    const { notebook } = underNbclient(join(import.meta.dirname, '..', '..', file));
    assert.equal(await compareNotebooks(readNotebook(file), notebook, TOLERANCE), []);
  });
}

test.run();
