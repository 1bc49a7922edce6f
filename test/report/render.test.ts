import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { random } from '#fides/base/random.js';
import { reportFiles } from '#fides/report/output-folder.js';
import { renderReport, verifyReport, type Column } from 'fides/report';
import { suite } from '../support/suite.js';
import { sample, sampleReport, type Sample } from './support/sample.js';

const test = suite('report/render');
const template = fileURLToPath(new URL('templates/paper', import.meta.url));
const golden = fileURLToPath(new URL('golden/paper', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'fides-report-'));
const out = join(work, 'report');
const options = { template, date: '2026-03-01', command: 'a test' };
const source = { declaration: sampleReport, evidence: sample } as never;
const verify = (path: string) => verifyReport(path, { source, template });

test.before(async () => {
  assert.is((await renderReport(sampleReport, sample, out, options)).rendered, true);
});
test.after(() => rmSync(work, { recursive: true, force: true }));

/** What a golden folder holds: no embedded fonts or styles, which would hide what changed, and nothing of the browser. */
function essence(path: string): string {
  return readFileSync(join(out, path), 'utf8')
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/[0-9a-f]{64}/g, '<digest>');
}

test('a report folder holds HTML, PDF, tables, figures, bindings and sums', () => {
  assert.equal(reportFiles(out), [
    'SHA256SUMS',
    'bindings.json',
    'figures/curve.json',
    'figures/curve.svg',
    'report.html',
    'report.pdf',
    'tables/scores.csv',
  ]);
});

test('pages, tables, figures and bindings are the golden ones', () => {
  for (const path of [
    'report.html',
    'tables/scores.csv',
    'figures/curve.svg',
    'figures/curve.json',
    'bindings.json',
  ]) {
    const expected = join(golden, path);
    if (!existsSync(expected) && !process.env.CI) {
      mkdirSync(dirname(expected), { recursive: true });
      writeFileSync(expected, essence(path));
    }
    assert.fixture(essence(path), readFileSync(expected, 'utf8'), path);
  }
});

test('unchanged inputs leave the folder as it is; a damaged file or a new option renders again', async () => {
  assert.is((await renderReport(sampleReport, sample, out, options)).rendered, false);
  writeFileSync(join(out, 'tables/scores.csv'), 'changed');
  const again = await renderReport(sampleReport, sample, out, options);
  assert.is(again.rendered, true);
  assert.match(readFileSync(join(out, 'tables/scores.csv'), 'utf8'), /^group,model/);
  assert.is((await renderReport(sampleReport, sample, out, options)).pdf, again.pdf);
});

test('a folder that is not a report is not replaced', async () => {
  const mine = join(work, 'mine');
  mkdirSync(mine);
  writeFileSync(join(mine, 'thesis.tex'), 'precious');
  const error = await renderReport(sampleReport, sample, mine, options).catch((e: Error) => e);
  assert.match((error as Error).message, /holds something other than a report/);
  assert.equal(readdirSync(mine), ['thesis.tex']);
});

test('a report verifies, as a folder and as a PDF alone', async () => {
  assert.equal((await verify(out)).differences, []);
  assert.equal((await verify(join(out, 'report.pdf'))).differences, []);
});

test('a number that the evidence does not give is named with both values', async () => {
  const changed = { scores: [{ ...sample.scores[0]!, sharpe: -0.5 }, sample.scores[1]!] };
  const { differences } = await verifyReport(out, {
    source: {
      declaration: { ...sampleReport, identify: () => sampleReport.identify(sample) },
      evidence: changed,
    } as never,
    template,
  });
  assert.is(
    differences[0],
    'table scores (Table 1), row 1, column sharpe: the report has -0.0912, the evidence gives -0.5',
  );
});

test('what was measured at another time is no difference, but the files of a report must agree on it', async () => {
  const timed = (seconds: number) => ({
    ...sampleReport,
    tables: sampleReport.tables.map((table) => ({
      ...table,
      columns: [...(table.columns as Column[]), { key: 'seconds', head: 'seconds', measured: true }],
      rows: (evidence: Sample) =>
        table.rows(evidence).map((row) => ({ ...row, cells: { ...row.cells, seconds } })),
    })),
  });
  const folder = join(work, 'timed');
  await renderReport(timed(1.5), sample, folder, options);
  const later = () =>
    verifyReport(folder, { source: { declaration: timed(2.25), evidence: sample } as never, template });
  const { differences, checked } = await later();
  assert.equal([differences, checked.measured], [[], 3]);
  const file = join(folder, 'bindings.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"value": 1.5', '"value": 1.6'));
  assert.is((await later()).ok, false);
});

test('other evidence is told first', async () => {
  const { differences } = await verifyReport(out, {
    source: { declaration: sampleReport, evidence: { scores: sample.scores.slice(1) } } as never,
    template,
  });
  assert.match(differences[0]!, /^the evidence: the report has .*sample-1/);
});

test('a changed byte in any file of a report is found', async () => {
  const draw = random('bytes');
  for (const path of reportFiles(out)) {
    const file = join(out, path);
    const bytes = readFileSync(file);
    const at = draw.integer(bytes.length);
    const damaged = Buffer.from(bytes);
    damaged[at] = damaged[at]! ^ (1 << draw.integer(8));
    writeFileSync(file, damaged);
    const { ok, differences } = await verify(out);
    writeFileSync(file, bytes);
    assert.is(ok, false, `${path}, byte ${at}`);
    assert.ok(
      differences[0]!.includes(path.replace(/^SHA256SUMS$/, '')),
      `${path}, byte ${at}: ${differences[0]}`,
    );
  }
  assert.is((await verify(out)).ok, true);
});

test('a changed byte in a PDF by itself is found', async () => {
  const bytes = readFileSync(join(out, 'report.pdf'));
  const draw = random('pdf');
  const alone = join(work, 'alone.pdf');
  for (let i = 0; i < 8; i++) {
    const at = i === 0 ? bytes.length - 2 : draw.integer(bytes.length);
    const damaged = Buffer.from(bytes);
    damaged[at] = damaged[at]! ^ 1;
    writeFileSync(alone, damaged);
    const told = await verify(alone).then(
      ({ differences }) => differences[0],
      (error: Error) => error.message,
    );
    assert.ok(told, `byte ${at}`);
  }
});

test.run();
