import { existsSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { suite, when } from '../../support/suite.js';
import { notebook } from './support.js';

const test = suite('modules');

// A folder outside the package, with modules and packages of its own.
const outside = mkdtempSync(join(tmpdir(), 'fides-cells-'));
const write = (path: string, text: string) => {
  mkdirSync(join(outside, path, '..'), { recursive: true });
  writeFileSync(join(outside, path), text);
};
write('counter.mjs', 'export let count = 0; export const up = () => { count += 1 }; export default class {}');
write(
  'helpers.ts',
  "import { base } from './lib/base.js';\nexport interface Opts { n: number }\nexport const plus = (o: Opts): number => o.n + base;",
);
write('lib/base.ts', 'export const base: number = 100;');
write('data.json', '{ "rows": [1, 2] }');
write('slow.mjs', 'await null; export const slow = 1;');
write('broken.mjs', "import 'not-there-at-all';");
write(
  'node_modules/old-style/package.json',
  '{ "name": "old-style", "version": "1.0.0", "main": "index.js" }',
);
write(
  'node_modules/old-style/index.js',
  'const make = () => ({ hidden: 5 }); module.exports = Object.assign(make(), { shown: 6 });',
);
write(
  'node_modules/arquero/package.json',
  '{ "name": "arquero", "version": "0.0.1", "type": "module", "main": "index.js" }',
);
write('node_modules/arquero/index.js', "export const mine = 'the folder\\'s own';");
test.after(() => rmSync(outside, { recursive: true, force: true }));

const inside = notebook({ cwd: join(process.cwd(), 'notebooks') });
const abroad = notebook({ cwd: outside, provided: { tslab: { display: 'ours' } } });

test('arquero is loaded and typed across cells', async () => {
  await inside.value("import * as aq from 'arquero';\nconst t = aq.table({ x: [1, 2, 3] });");
  assert.is(await inside.value('t.filter((d) => d.x > 1).numRows()'), 2);
  assert.match(
    (await inside.failure('t.noSuchVerb()')).evalue,
    /'noSuchVerb' does not exist on type 'ColumnTable'/,
  );
});

test('packages with top-level await are loaded and typed', async () => {
  const source =
    "import { getLlama } from 'node-llama-cpp';\nimport * as vega from 'vega';\nimport { compile } from 'vega-lite';";
  const outcome = await inside.run(source);
  assert.equal(outcome.imports, ['node-llama-cpp', 'vega', 'vega-lite']);
  assert.equal(await inside.value('[typeof getLlama, typeof vega.View, typeof compile]'), [
    'function',
    'function',
    'function',
  ]);
  assert.match((await inside.failure('getLlama.nothing')).evalue, /'nothing' does not exist/);
  assert.match((await inside.failure('vega.nothing')).evalue, /'nothing' does not exist|no exported member/);
  assert.match(
    (await inside.failure("compile({ mark: 'no such mark', encoding: {} } as const)")).evalue,
    /no such mark/,
  );
});

test('packages are found from a folder outside, its own first', async () => {
  assert.is(await abroad.value("import { mine } from 'arquero'; mine"), "the folder's own");
  assert.is(await abroad.value("import { version } from 'vega-lite'; typeof version"), 'string');
});

test('a specifier may be computed', async () => {
  const outcome = await inside.run("typeof (await import('vega-' + 'lite')).compile");
  assert.equal(outcome.status === 'ok' && [outcome.value, outcome.imports], ['function', ['vega-lite']]);
});

const market = existsSync('dist/src/market/index.js');
when(
  test,
  market,
  'dist/src/market is not built',
)('the package itself is imported from both folders', async () => {
  const source = "import * as market from 'fides/market'; typeof market";
  assert.is(await inside.value(source), 'object');
  assert.is(await abroad.value(source), 'object');
});

const typed = existsSync('dist/src/market/index.d.ts');
when(
  test,
  typed,
  'no declarations: npm run build makes them',
)('the package itself is typed', async () => {
  await inside.value("import * as market2 from 'fides/market'");
  assert.match((await inside.failure('market2.noSuchThing')).evalue, /noSuchThing/);
});

test('the kernel may provide a module itself', async () => {
  assert.is(await abroad.value("const mod: any = await import('tslab'); mod.display"), 'ours');
});

test('imports are live, by name, by default and as a namespace', async () => {
  await abroad.value(
    "import Default, { count, up } from './counter.mjs';\nimport * as counter from './counter.mjs';",
  );
  await abroad.value('up(); up()');
  assert.equal(await abroad.value('[count, counter.count, typeof Default]'), [2, 2, 'function']);
});

test('a name that a module does not export is an error', async () => {
  assert.match((await abroad.failure("import { absent } from './counter.mjs'; absent")).evalue, /absent/);
});

test('local TypeScript is imported and typed, and again after an edit', async () => {
  await abroad.value("import { plus, type Opts } from './helpers.ts';\nconst opts: Opts = { n: 1 };");
  assert.is(await abroad.value('plus(opts)'), 101);
  assert.match(
    (await abroad.failure("plus({ n: 'x' })")).evalue,
    /'string' is not assignable to type 'number'/,
  );
  write('lib/base.ts', 'export const base: number = 200;');
  assert.is(await abroad.value("import { plus } from './helpers.ts'; plus({ n: 1 })"), 201);
});

test('local files are found without an ending', async () => {
  assert.is(await abroad.value("import { base } from './lib/base'; base"), 200);
});

test('JSON is imported with its type and read anew each time', async () => {
  assert.equal(await abroad.value("import data from './data.json'; data.rows"), [1, 2]);
  assert.match((await abroad.failure('data.columns')).evalue, /'columns' does not exist/);
  write('data.json', '{ "rows": [3] }');
  assert.equal(await abroad.value("import data from './data.json'; data.rows"), [3]);
  assert.equal(await abroad.value("import data2 from './data.json' with { type: 'json' }; data2.rows"), [3]);
});

test('CommonJS gives its names whether Node finds them or not', async () => {
  assert.equal(
    await abroad.value(
      "import { shown, hidden } from 'old-style'; import old from 'old-style'; [shown, hidden, old.hidden]",
    ),
    [6, 5, 5],
  );
});

test('modules of Node need no program of their own', async () => {
  assert.is(
    await abroad.value(
      "import { basename } from 'node:path'; import fs from 'fs'; basename('/a/b') + typeof fs.readFileSync",
    ),
    'bfunction',
  );
  assert.match((await abroad.failure('basename(1)')).evalue, /'number' is not assignable/);
});

test('an import of types alone loads nothing', async () => {
  const outcome = await abroad.run(
    "import type { Opts as O1 } from './helpers.ts';\nimport { Opts as O2 } from './helpers.ts';\nconst o: O1 & O2 = { n: 1 }; o.n",
  );
  assert.equal([outcome.status, outcome.imports], ['ok', []]);
});

test('a missing package is an error before anything runs', async () => {
  const outcome = await abroad.failure(
    "globalThis.process.exitCode = 9; import x from 'no-such-package-anywhere'",
  );
  assert.match(outcome.evalue, /^Cell \d+:1:48 - Cannot find module 'no-such-package-anywhere'/);
  assert.is.not(process.exitCode, 9);
});

test('a module that fails to load fails its cell', async () => {
  assert.match((await abroad.failure("await import('./broken.mjs')")).evalue, /not-there-at-all/);
  assert.match((await abroad.failure("import './broken.mjs'")).evalue, /not-there-at-all/);
});

test('a graph with top-level await in a local file is imported', async () => {
  assert.is(await abroad.value("import { slow } from './slow.mjs'; slow"), 1);
});

test('re-exports and exports of lists do no harm', async () => {
  assert.is(
    await abroad.value("const listed = 1; export { listed as other }; export * from './slow.mjs'; listed"),
    1,
  );
});

test.run();
