import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { suite } from '../support/suite.js';

const test = suite('shipped notebooks');
const run = promisify(execFile);

for (const name of readdirSync('notebooks').filter(
  (f) => f.endsWith('.ipynb') && !f.endsWith('.out.ipynb'),
)) {
  test(`${name} runs headless and gives its committed outputs`, async () => {
    const { stdout } = await run(process.execPath, [
      'bin/fides.js',
      '-q',
      'notebook',
      'run',
      `notebooks/${name}`,
      '--check',
    ]);
    assert.match(stdout, /all outputs agree/);
  });
}

test.run();
