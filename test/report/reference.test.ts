import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { findBrowser, renderReport, reportOfRun, verifyReport } from 'fides/report';
import { openRun, readStudy, replayOf, runStudy } from 'fides/study';
import { suite, when } from '../support/suite.js';

const test = suite('reference report');
const RUN = 'reports/reference/run';
const REPORT = 'reports/reference/report';

const packaged =
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  (await findBrowser({ browser: 'package' }).then(
    () => true,
    () => false,
  ));

when(
  test,
  packaged,
  'the browser of the npm package runs on Linux x64 only',
)('the reference report is rendered again to the same bytes', async () => {
  const { declaration, evidence } = await reportOfRun(openRun(RUN));
  const out = join(mkdtempSync(join(tmpdir(), 'fides-reference-')), 'report');
  const { provenance } = JSON.parse(readFileSync(join(REPORT, 'bindings.json'), 'utf8')) as {
    provenance?: { command?: string };
  };
  await renderReport(declaration, evidence, out, {
    browser: 'package',
    command: provenance?.command ?? `fides report ${openRun(RUN).id}`,
  });
  for (const folder of ['tables', 'figures']) {
    for (const file of readdirSync(join(REPORT, folder))) {
      assert.is(
        readFileSync(join(out, folder, file), 'utf8'),
        readFileSync(join(REPORT, folder, file), 'utf8'),
        file,
      );
    }
  }
  assert.is(
    readFileSync(join(out, 'report.html')).equals(readFileSync(join(REPORT, 'report.html'))),
    true,
    'report.html',
  );
  assert.is(
    readFileSync(join(out, 'report.pdf')).equals(readFileSync(join(REPORT, 'report.pdf'))),
    true,
    'report.pdf',
  );
});

test('the reference report verifies against the reference run, which lies beside it', async () => {
  assert.equal((await verifyReport(REPORT)).differences, []);
});

test('the reference run is replayed to the same records on this machine, without a model', async () => {
  const reference = openRun(RUN);
  const scratch = () => mkdtempSync(join(tmpdir(), 'fides-replay-'));
  const file = 'data/studies/demo.yaml';
  const { folder } = await runStudy(readStudy(file), {
    file,
    open: replayOf(reference),
    folder: scratch(),
    cache: scratch(),
    suffix: '-replay',
  });
  assert.equal(
    readFileSync(join(folder, 'records.jsonl'), 'utf8'),
    readFileSync(join(RUN, 'records.jsonl'), 'utf8'),
  );
});

test.run();
