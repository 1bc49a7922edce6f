/** Reading, upgrading, checking and writing .ipynb files. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { formatNotebook, parseNotebook, readNotebook, type CodeCell } from 'fides/notebook';
import { suite, when } from '../support/suite.js';
import { fixture } from './support/run.js';
import { fuzzed, outcomeOf } from './support/fuzz.js';

const test = suite('notebook format');
const PYTHON = '/usr/bin/python3';
const hasNbformat = spawnSync(PYTHON, ['-c', 'import nbformat']).status === 0;

test('a notebook of format 3 becomes one of 4.5', () => {
  const { nbformat, nbformat_minor: minor, cells } = readNotebook(fixture('format-3'));
  assert.equal([nbformat, minor], [4, 5]);
  assert.equal(
    cells.map((c) => [c.cell_type, c.source]),
    [
      ['markdown', '## Old'],
      ['markdown', ['text']],
      ['code', ['1+1']],
    ],
  );
  assert.equal((cells[2] as CodeCell).outputs, [
    { output_type: 'stream', name: 'stdout', text: ['hi\n'] },
    {
      output_type: 'execute_result',
      execution_count: 3,
      data: { 'text/plain': ['2'], 'text/html': ['<b>2</b>'] },
      metadata: {},
    },
    { output_type: 'display_data', data: { 'image/png': 'aGk=\n' }, metadata: {} },
    { output_type: 'error', ename: 'E', evalue: 'v', traceback: ['t'] },
  ]);
});

for (const name of ['format-4.0', 'format-4.4']) {
  test(`${name} gets ids, the same each time`, () => {
    const [once, twice] = [readNotebook(fixture(name)), readNotebook(fixture(name))];
    assert.is(once.nbformat_minor, 5);
    assert.equal(once, twice);
    assert.is(new Set(once.cells.map((c) => c.id)).size, 2);
  });
}

for (const [name, message] of [
  ['broken-json', /broken-json\.ipynb(:3:1)?: not JSON/],
  ['broken-output', /cells\[1\]\.outputs\[0\]\.name: .*expected string/],
  ['broken-ids', /cells\[1\]\.id: repeats the id a/],
  ['broken-format-2', /nbformat is 2; notebooks of format 3 and 4/],
] as const) {
  test(`${name} is refused with the place`, () => {
    assert.throws(
      () => readNotebook(fixture(name)),
      (e: Error) => e.name === 'UserError' && message.test(e.message),
    );
  });
}

test('what is nested too deep or out of range is refused, not a crash', () => {
  const wrap = (metadata: string) => `{"nbformat":4,"nbformat_minor":5,"metadata":${metadata},"cells":[]}`;
  assert.throws(() => parseNotebook(wrap(`{"a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`), 'x'), /nested more/);
  assert.throws(() => parseNotebook(wrap('{"a":1e999}'), 'x'), /out of range/);
});

test('writing and reading again changes nothing', () => {
  const text = formatNotebook(readNotebook(fixture('format-3')));
  assert.is(formatNotebook(parseNotebook(text, 'x')), text);
});

when(
  test,
  hasNbformat,
  'nbformat of Python is not installed',
)('what is upgraded satisfies nbformat’s own schema, and is written as nbformat writes it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fides-nbformat-'));
  for (const name of ['format-3', 'format-4.0', 'format-4.4', 'parameters']) {
    const [ours, theirs] = [join(folder, `${name}.ipynb`), join(folder, `${name}.theirs.ipynb`)];
    writeFileSync(ours, formatNotebook(readNotebook(fixture(name))));
    const code = `import nbformat, sys
n = nbformat.read(sys.argv[1], 4); nbformat.validate(n); nbformat.write(n, sys.argv[2])`;
    execFileSync(PYTHON, ['-W', 'error', '-c', code, ours, theirs]);
    assert.is(readFileSync(theirs, 'utf8'), readFileSync(ours, 'utf8'), name);
  }
});

test('400 fuzzed files give a notebook that can be written and read, or a typed error', () => {
  for (let seed = 0; seed < 400; seed++) assert.ok(outcomeOf(fuzzed(seed)), `seed ${seed}`);
});

test.run();
