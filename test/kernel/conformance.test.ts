/** The public suite for Jupyter kernels, jupyter_kernel_test, run as it is on our kernel. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { installKernel } from 'fides/kernel';
import { suite, when } from '../support/suite.js';

const test = suite('conformance');
const python = '/usr/bin/python3';
const available = spawnSync(python, ['-c', 'import jupyter_kernel_test']).status === 0;

when(
  test,
  available,
  'the public conformance suite: no jupyter_kernel_test (Debian: python3-jupyter-kernel-test)',
)('every test of the public conformance suite passes, and none is skipped', () => {
  const prefix = mkdtempSync(join(tmpdir(), 'kernel-'));
  try {
    installKernel({ prefix });
    const script = fileURLToPath(new URL('./conformance.py', import.meta.url));
    const { status, stderr } = spawnSync(python, [script], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...process.env, JUPYTER_PATH: join(prefix, 'share', 'jupyter') },
      encoding: 'utf8',
    });
    assert.is(status, 0, stderr);
    assert.match(stderr, 'Ran 12 tests');
    assert.not.match(stderr, 'skipped');
  } finally {
    rmSync(prefix, { recursive: true });
  }
});

test.run();
