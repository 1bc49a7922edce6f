/** What running a notebook does; each behaviour has a fixture notebook of its name. */
import * as assert from 'uvu/assert';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CellError, type CellProvenance, type CodeCell } from 'fides/notebook';
import { digestJson } from '#fides/base/digest.js';
import { suite } from '../support/suite.js';
import { runFixture, shown } from './support/run.js';

const test = suite('notebook run');

test('clear-output: what is cleared is gone, at once or with the next output', async () => {
  const { notebook, error } = await runFixture('clear-output');
  assert.is(error, null);
  assert.equal(shown(notebook, 1), ['stays\n']);
});

test('update-display-id: a later cell changes what an earlier one shows, and both are saved', async () => {
  const { notebook } = await runFixture('update-display-id');
  assert.equal(shown(notebook, 1), ["'second'"]);
  assert.equal(shown(notebook, 2), []);
});

test('late-output: what a timer prints goes to its own cell', async () => {
  const { notebook } = await runFixture('late-output');
  assert.equal(shown(notebook, 1), ['at once\nlate\n']);
  assert.equal(shown(notebook, 2), ['second cell\n']);
  const [first, second] = notebook.cells.map((c) => c.metadata.fides as CellProvenance);
  assert.is.not(first!.source, second!.source, 'its provenance stays its own');
  assert.is(first!.outputs, digestJson([{ name: 'stdout', output_type: 'stream', text: 'at once\nlate\n' }]));
});

test('forked-process: what a cell forks lives as long as it likes', async () => {
  const { notebook, error } = await runFixture('forked-process');
  assert.is(error, null);
  assert.equal(shown(notebook, 1), ['7 null\n']);
});

test('error: the run stops there, saved up to it, and says where', async () => {
  const { notebook, error, saves } = await runFixture('error');
  assert.instance(error, CellError);
  assert.match((error as Error).message, /^error\.ipynb: cell 2 failed: TypeError: boom\n/);
  assert.equal(shown(notebook, 1), ['before\n']);
  assert.equal(shown(notebook, 2), ['TypeError: boom']);
  assert.is((notebook.cells[2] as CodeCell).execution_count, null);
  assert.ok(saves >= 3, 'before the first cell and after each');
});

test('error with allowErrors: the cells after it really run', async () => {
  const { notebook, error } = await runFixture('error', { allowErrors: true });
  assert.is(error, null);
  assert.equal(shown(notebook, 3), ['after 1\n']);
  assert.equal(
    notebook.cells.map((c) => (c as CodeCell).execution_count),
    [1, 2, 3],
  );
});

test('raises-exception: a cell with this tag may fail', async () => {
  const { notebook, error } = await runFixture('raises-exception');
  assert.is(error, null);
  assert.equal(shown(notebook, 1), ['Error: expected']);
  assert.equal(shown(notebook, 2), ['2']);
});

test('stdin: a cell that asks fails instead of waiting', async () => {
  const { error } = await runFixture('stdin');
  assert.instance(error, CellError);
});

test('run-magic: %fides RUN opens a run as `run`, and currentRun() is the same', async () => {
  const home = mkdtempSync(join(tmpdir(), 'fides-home-'));
  cpSync('reports/reference/run', join(home, 'data', 'runs', 'demo-reference'), { recursive: true });
  process.env.FIDES_HOME = home;
  try {
    const { notebook, error } = await runFixture('run-magic', { allowErrors: true });
    assert.is(error, null);
    assert.match(shown(notebook, 1)[0]!, /This notebook has no run yet\. Set one: %fides RUN\./);
    assert.equal(shown(notebook, 2), ["'demo-'"]);
    assert.equal(shown(notebook, 3), ['true']);
  } finally {
    delete process.env.FIDES_HOME;
    rmSync(home, { recursive: true });
  }
});

test.run();
