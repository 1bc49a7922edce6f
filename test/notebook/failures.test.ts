/** What ends a run early: limits, Ctrl-C, a kernel that dies. The notebook is saved so far in each. */
import * as assert from 'uvu/assert';
import {
  DeadKernelError,
  InterruptedError,
  OutOfMemoryError,
  TimeoutError,
  ourKernel,
  type CodeCell,
} from 'fides/notebook';
import { suite } from '../support/suite.js';
import { runFixture, shown } from './support/run.js';

const test = suite('notebook failures');

test('interrupt: a cell over its time is ended, with what it had put out', async () => {
  const { notebook, error } = await runFixture('interrupt', { cellTimeoutMs: 5000 });
  assert.instance(error, TimeoutError);
  assert.match((error as Error).message, /cell 2 took longer than 5 s .*--timeout/);
  assert.equal(shown(notebook, 1), ['runs\n']);
  assert.is(shown(notebook, 2)[0], 'started\n');
  assert.is((notebook.cells[2] as CodeCell).execution_count, null);
});

test('interrupt: the limit for all cells together names its own option', async () => {
  const { error } = await runFixture('interrupt', { cellTimeoutMs: 600_000, totalTimeoutMs: 5000 });
  assert.instance(error, TimeoutError);
  assert.match((error as Error).message, /the notebook took longer than 5 s .*--total-timeout/);
});

test('interrupt: a signal, as of Ctrl-C, ends the run with its reason', async () => {
  const stop = new AbortController();
  const reason = new InterruptedError('Interrupted.', '');
  let saves = 0;
  const { notebook, error } = await runFixture('interrupt', { signal: stop.signal }, (asked) => {
    const timer = setInterval(() => {
      saves += 1;
      if (saves > 10) {
        stop.abort(reason);
        clearInterval(timer);
      }
    }, 500);
    return asked;
  });
  assert.is(error, reason);
  assert.is((notebook.cells[2] as CodeCell).execution_count, null);
});

test('dead-kernel: a kernel that is killed is named as such', async () => {
  const { notebook, error } = await runFixture('dead-kernel');
  assert.instance(error, DeadKernelError);
  assert.match((error as Error).message, /cell 2: the kernel was killed \(SIGKILL\)/);
  assert.equal(shown(notebook, 1), ['alive\n']);
});

test('out-of-memory: a kernel without memory is named as such', async () => {
  const kernel = ourKernel();
  const env = { ...kernel.env, NODE_OPTIONS: '--max-old-space-size=300' };
  const { notebook, error } = await runFixture('out-of-memory', { kernel: { ...kernel, env } });
  assert.instance(error, OutOfMemoryError);
  assert.equal(shown(notebook, 1), ['alive\n']);
});

test.run();
