/** The researcher's commands of the README, as printed there, and the names by which a run is found. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { shipped } from '#fides/base/paths.js';
import { fides } from '../support/cli.js';
import { suite } from '../support/suite.js';

const test = suite('studies on the command line');
const home = mkdtempSync(join(tmpdir(), 'fides-studies-'));
const here = { cwd: home, env: { FIDES_HOME: home, FIDES_CACHE: join(home, '.cache') } };
test.after(() => rmSync(home, { recursive: true, force: true }));

const manifest = readFileSync(shipped('reports', 'reference', 'run', 'manifest.json'), 'utf8');
const REFERENCE = `demo-${(JSON.parse(manifest) as { digest: string }).digest.slice(0, 10)}`;
const runOf = (id: string) => join(home, 'data', 'runs', id);

/** A copy of the reference run under another id, last written on the given day. */
function place(id: string, day: string): void {
  cpSync(shipped('reports', 'reference', 'run'), runOf(id), { recursive: true });
  utimesSync(join(runOf(id), 'records.jsonl'), new Date(day), new Date(day));
}

test('the README copies the default study, runs it and reports on it by its file', async () => {
  const readme = readFileSync(shipped('README.md'), 'utf8');
  assert.match(readme, /cp data\/studies\/demo\.yaml my-study\.yaml/);
  assert.match(readme, /npx fides run my-study\.yaml && npx fides report my-study\.yaml/);
  const copy = readFileSync(shipped('data', 'studies', 'demo.yaml'), 'utf8');
  // Fewer units, so that the test is quick.
  const small = copy
    .replace(/seeds: \[1, 2\]/, 'seeds: [1]')
    .replace(/ {2}- id: 2007-08[^]*?(?=language:)/, '');
  writeFileSync(join(home, 'my-study.yaml'), small);
  const run = await fides(['run', 'my-study.yaml'], here);
  assert.is(run.code, 0, run.err);
  assert.match(run.out, /3 of 3 units computed\ntime by stage, summed over units that ran in parallel:\n/);
  const report = await fides(['report', 'my-study.yaml', '-q'], here);
  assert.is(report.code, 0, report.err);
  assert.match(report.out, /report\.pdf/);
  assert.match((await fides(['verify', 'my-study.yaml', '-q'], here)).out, /^verified: /);
  rmSync(join(home, 'data'), { recursive: true });
});

test("a study's name means its newest run that is no replay, and says so; runs shows when", async () => {
  place(REFERENCE, '2026-01-02T10:00Z');
  place('demo-0000000000', '2026-01-01T10:00Z');
  place(`${REFERENCE}-replay`, '2026-01-03T10:00Z');
  const shown = await fides(['show', 'demo'], here);
  assert.match(shown.err, new RegExp(`^using ${REFERENCE} \\(newest of 2\\)\n$`));
  assert.is((await fides(['show', `${REFERENCE}`], here)).err, '');
  assert.match((await fides(['show', 'dem'], here)).err, /using .*-replay \(newest of 3\)/);
  const { out } = await fides(['runs'], here);
  assert.match(out, new RegExp(`^${REFERENCE}-replay {2}2026-01-03 10:00 {2}40/40 units, \\d+ failed`));
});

test('a run that was never begun is not listed as one without failures', async () => {
  const id = 'demo-1111111111';
  mkdirSync(runOf(id), { recursive: true });
  cpSync(join(shipped('reports', 'reference', 'run'), 'manifest.json'), join(runOf(id), 'manifest.json'));
  const { out } = await fides(['runs'], here);
  assert.match(out, new RegExp(`${id} .* no unit of 40 finished yet`));
});

test.run();
