/** What a cell was made from, and a cache that asks whether it still is. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import {
  cached,
  ourKernel,
  readNotebook,
  remember,
  runNotebook,
  writeNotebook,
  type CellProvenance,
  type Notebook,
  type Surroundings,
} from 'fides/notebook';
import { suite } from '../support/suite.js';
import { folderWith } from './support/run.js';

const test = suite('notebook provenance');
process.env.FIDES_CACHE = mkdtempSync(join(tmpdir(), 'fides-cache-'));
process.env.FIDES_TEST_WORD = 'word';

const HELPER = "import { two } from './two.ts';\nexport const twice = (n: number) => two * n;\n";
const folder = folderWith('provenance', {
  'input.txt': '21',
  'helper.ts': HELPER,
  'two.ts': 'export const two = 2;\n',
});
mkdirSync(join(folder, 'node_modules', 'arquero'), { recursive: true });
const manifest = join(folder, 'node_modules', 'arquero', 'package.json');
const arquero = (version: string) =>
  writeFileSync(manifest, JSON.stringify({ name: 'arquero', version, type: 'module', exports: './x.js' }));
arquero('8.0.2');
writeFileSync(join(folder, 'node_modules', 'arquero', 'x.js'), 'export const table = 1;\n');
writeFileSync(join(folder, 'node_modules', 'arquero', 'x.d.ts'), 'export const table: number;\n');

const file = join(folder, 'provenance.ipynb');
const output = join(folder, 'out.ipynb');
const options = { file, output, kernel: ourKernel() };
const asked = readNotebook(file);
let ran: Notebook;
const surroundings: Surroundings[] = [];
const provenance = (place: number) => ran.cells[place - 1]!.metadata.fides as CellProvenance;

test.before(async () => {
  ran = await runNotebook(asked, file, {
    ...options,
    save: (n) => writeNotebook(output, n),
    noted: (seen) => surroundings.push(seen),
  });
  remember(ran, surroundings, options);
});

test('files that are read and local modules are noted, those that modules import in turn as well', () => {
  const paths = provenance(1).files.map((f) => f.path);
  assert.equal(paths, ['helper.ts', 'input.txt', 'two.ts']);
  // sha256 of "21"
  const digest = '6f4b6612125fb3a0daecd2799dfd6c9c299424fd920f9b308110a2c1fbd8f443';
  assert.is(provenance(1).files.find((f) => f.path === 'input.txt')?.digest, digest);
});

test('what only the cache needs to know of this machine is not in the notebook', () => {
  assert.equal(Object.keys(surroundings[1]!.environment), ['FIDES_TEST_WORD']);
  assert.ok(surroundings[0]!.probes.some(({ path }) => path === './'));
  assert.not.match(JSON.stringify(ran), /FIDES_TEST_WORD"/);
});

test('packages are noted with versions, time apart from hashes', () => {
  assert.equal(provenance(1).imports, { arquero: '8.0.2' });
  assert.type(provenance(1).timing?.wallMillis, 'number');
});

test('strip gives equal bytes twice', async () => {
  const simple: Notebook = { ...asked, cells: [asked.cells[1]!] };
  const run = () => runNotebook(simple, file, { ...options, strip: true, save: () => {} });
  assert.equal(await run(), await run());
});

const reuses = async (notebook = asked) => (await cached(notebook, options)) !== null;

test('an unchanged notebook is reused', async () => {
  assert.ok(await reuses());
});

for (const [what, change, restore] of [
  [
    'a file',
    () => writeFileSync(join(folder, 'input.txt'), '22'),
    () => writeFileSync(join(folder, 'input.txt'), '21'),
  ],
  [
    'a module of a module',
    () => writeFileSync(join(folder, 'two.ts'), 'export const two = 3;\n'),
    () => writeFileSync(join(folder, 'two.ts'), 'export const two = 2;\n'),
  ],
  ['a package version', () => arquero('8.0.3'), () => arquero('8.0.2')],
  [
    'a folder that is listed',
    () => writeFileSync(join(folder, 'more.txt'), ''),
    () => rmSync(join(folder, 'more.txt')),
  ],
  ['a variable', () => (process.env.FIDES_TEST_WORD = 'other'), () => (process.env.FIDES_TEST_WORD = 'word')],
] as const) {
  test(`${what} that has changed makes it run again`, async () => {
    change();
    assert.not(await reuses());
    restore();
    assert.ok(await reuses());
  });
}

test('a source that has changed, in any cell, makes it run again', async () => {
  const cells = asked.cells.map((cell, i) => (i === 1 ? { ...cell, source: 'console.log(1);' } : cell));
  assert.not(await reuses({ ...asked, cells }));
});

test('outputs that were changed or lost, and a saved error, are not reused', async () => {
  const altered = (change: (cell: Notebook['cells'][number]) => object) => {
    const notebook = {
      ...ran,
      cells: ran.cells.map((c, i) => (i === 1 ? { ...c, ...change(c) } : c)),
    } as Notebook;
    writeNotebook(output, notebook);
    return notebook;
  };
  altered(() => ({ outputs: [] }));
  assert.not(await reuses());
  remember(
    altered(() => ({ outputs: [{ output_type: 'error', ename: 'E', evalue: '', traceback: [] }] })),
    surroundings,
    options,
  );
  assert.not(await reuses());
});

test.run();
