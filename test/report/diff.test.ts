import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { diffRuns, formatDiff } from 'fides/report';
import { openRun, type Run, type UnitRecord } from 'fides/study';
import { writeRun } from '#fides/study/store/write-run.js';
import { suite } from '../support/suite.js';
import { manifestFor, METRICS, unitRecord, windowScore } from '../study/records.js';

const test = suite('report/diff');
const work = mkdtempSync(join(tmpdir(), 'fides-diff-'));
test.after(() => rmSync(work, { recursive: true, force: true }));

function run(name: string, records: readonly UnitRecord[]): Run {
  const folder = join(work, name);
  const writer = writeRun(
    folder,
    manifestFor(records.length, {
      study: name,
      units: records.map((r) => r.unit),
      tasks: records.map((r) => r.task),
    }),
  );
  for (const record of records)
    writer.add(record, { index: record.index, stages: {}, device: 'cpu', cachedCalls: 0 });
  writer.close();
  return openRun(folder);
}

const earned = (sharpe: number, beats: boolean) => ({
  primary: windowScore({
    strategy: { ...METRICS, sharpe },
    withCost: { ...METRICS, sharpe: sharpe - 0.1 },
    beatsBuyAndHold: beats,
  }),
});

const UNIT = { arm: 'dual', model: 'a', seed: 1 } as const;
const before = run('before', [
  unitRecord(0, earned(0.5, false)),
  unitRecord(1, earned(0.25, false)),
  unitRecord(2, earned(1, true)),
]);
const after = run('after', [
  unitRecord(0, earned(0.5, false)),
  unitRecord(1, {
    ...earned(-0.25, true),
    doToReal: { runs: true, active: true, causal: false, score: 2 / 3 },
  }),
  unitRecord(2, { unit: { ...UNIT, task: 'T9' } }),
]);

test('what moved is told a unit and a quantity at a time; what did not is not', () => {
  assert.equal(diffRuns(before, after).changes, [
    { unit: 'a/T1/1', quantity: 'do→real', before: 1, after: 2 / 3 },
    { unit: 'a/T1/1', quantity: 'Sharpe', before: 0.25, after: -0.25 },
    { unit: 'a/T1/1', quantity: 'Sharpe after costs', before: 0.15, after: -0.35 },
    { unit: 'a/T1/1', quantity: 'beats buy-and-hold', before: false, after: true },
  ]);
});

test('units that only one run has are named, and are in no mean', () => {
  const { onlyBefore, onlyAfter, common, means } = diffRuns(before, after);
  assert.equal([onlyBefore, onlyAfter, common], [['a/T2/1'], ['a/T9/1'], 2]);
  assert.equal(
    means.find((m) => m.quantity === 'Sharpe'),
    { quantity: 'Sharpe', before: 0.375, after: 0.125 },
  );
  assert.equal(
    means.find((m) => m.quantity === 'beats buy-and-hold'),
    { quantity: 'beats buy-and-hold', before: 0, after: 0.5 },
  );
});

test('runs without a unit in common are told apart in one line', () => {
  const other = run('other', [unitRecord(0, { unit: { ...UNIT, task: 'T8' } })]);
  const [line, ...more] = formatDiff(diffRuns(before, other));
  assert.match(line!, /^no unit in common: before-.* and other-.* name other models, tasks or seeds$/);
  assert.equal(more, []);
});

test('a strategy that came to fail has an outcome and no Sharpe ratio', () => {
  const failing = run('failing', [
    unitRecord(0, {
      primary: windowScore({ strategy: null, withCost: null }),
      execution: { ...unitRecord(0).execution, outcome: 'threw' },
    }),
  ]);
  const { changes } = diffRuns(before, failing);
  assert.equal(
    changes.map((c) => [c.quantity, c.before, c.after]),
    [
      ['outcome', 'ok', 'threw'],
      ['Sharpe', 0.5, null],
      ['Sharpe after costs', 0.4, null],
    ],
  );
});

test('the table of a terminal has means, changes and lone units', () => {
  assert.equal(formatDiff(diffRuns(before, after)), [
    'before-ffffffffff → after-ffffffffff: 2 units in both, 1 of them moved',
    '',
    'mean                before  after  difference',
    'say→do               1.000  1.000       0.000',
    'do→real              1.000  0.833      −0.167',
    'say→result           0.500  0.500       0.000',
    'Sharpe               0.375  0.125      −0.250',
    'Sharpe after costs   0.275  0.025      −0.250',
    'beats buy-and-hold   0.000  0.500      +0.500',
    '',
    'unit    quantity            before   after  difference',
    'a/T1/1  do→real              1.000   0.667      −0.333',
    'a/T1/1  Sharpe               0.250  −0.250      −0.500',
    'a/T1/1  Sharpe after costs   0.150  −0.350      −0.500',
    'a/T1/1  beats buy-and-hold      no     yes',
    '',
    'only in before-ffffffffff: a/T2/1',
    '',
    'only in after-ffffffffff: a/T9/1',
  ]);
});

test('a run compared with itself holds the same records', () => {
  assert.equal(formatDiff(diffRuns(before, before)), [
    'before-ffffffffff and before-ffffffffff hold the same records.',
  ]);
});

test.run();
