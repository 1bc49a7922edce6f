/** Records shaped to the paper's counts and sums print the paper's values: arXiv 2608.23308v1, Tables 2-7 and Appendix B. */
import * as assert from 'uvu/assert';
import { reportOfFides } from '#fides/report/fides/index.js';
import { setTable, type SetTable } from '#fides/report/tables.js';
import { paperRun } from '../study/paper-records.js';
import { suite } from '../support/suite.js';

const test = suite('report/paper-arithmetic');
const { declaration, evidence } = reportOfFides(paperRun());

function table(id: string): SetTable {
  return setTable(
    declaration.tables.find((t) => t.id === id)!,
    evidence,
  );
}

/** What is printed in some columns, row by row. */
function printed(id: string, ...columns: string[]): string[][] {
  return table(id).rows.map((row) =>
    columns.map((column) => row.cells.find((cell) => cell.column === column)!.printed),
  );
}

const MODELS = ['gpt-4.1-mini', 'gpt-4o', 'gpt-4o-mini', 'qwen-2.5-7b', 'gpt-4o-mini (two-stage)'];

test('models and symbols of the paper make a run comparable with it', () => {
  assert.is(evidence.comparable, true);
});

test('the leaderboard is that of Table 2', () => {
  assert.equal(
    printed('leaderboard', 'model', 'say_do', 'do_real', 'say_result', 'sharpe', 'density', 'fails'),
    [
      [MODELS[0], '1.000', '0.917', '0.000', '-0.097', '0.290', '1'],
      [MODELS[1], '0.938', '1.000', '0.125', '+0.070', '0.639', '0'],
      [MODELS[2], '0.844', '0.917', '0.000', '-0.341', '0.307', '1'],
      [MODELS[3], '0.812', '0.917', '0.000', '+0.030', '0.776', '1'],
      [MODELS[4], '0.812', '0.750', '0.500', '-0.012', '0.001', '2'],
    ],
  );
});

test('the gate lets 1 of 22 and 1 of 18 through, as in Table 3', () => {
  assert.equal(printed('gate', 'group', 'n', 'beat', 'share'), [
    ['= 1', '22', '1', '4.5\u00a0%'],
    ['< 1', '18', '1', '5.6\u00a0%'],
  ]);
});

test('2, 2, 2 and 8 of 40 hold against the controls of Table 4', () => {
  assert.equal(printed('robustness', 'hold', 'share'), [
    ['2', '5.0\u00a0%'],
    ['2', '5.0\u00a0%'],
    ['2', '5.0\u00a0%'],
    ['8', '20.0\u00a0%'],
  ]);
});

test('the judges score as in Table 5', () => {
  assert.equal(printed('judges', 'model', 'judge_1', 'judge_2').slice(0, 5), [
    [MODELS[0], '1.000', '0.750'],
    [MODELS[1], '0.938', '0.750'],
    [MODELS[2], '0.844', '0.750'],
    [MODELS[3], '0.812', '0.719'],
    [MODELS[4], '0.812', '0.750'],
  ]);
  assert.equal(printed('judges', 'model', 'rule').at(-1), ['all', '0.975']);
});

test('the judges agree on 16 of 40 and differ by 0.15 on average', () => {
  assert.equal(printed('agreement', 'readers', 'n', 'exact', 'difference')[0], [
    'gpt-4o-mini, qwen-2.5-7b',
    '40',
    '16',
    '0.15',
  ]);
});

test('an injection costs a third of do→real in 35 strategies, as in Table 6', () => {
  assert.equal(printed('dose-response', 'injection', 'n', 'clean', 'injected', 'drop'), [
    ['close-shift', '35', '0.98', '0.65', '0.333'],
  ]);
});

test('one call and two compare as in Table 7', () => {
  assert.equal(printed('arms', 'arm', 'say_do', 'do_real', 'sharpe', 'density'), [
    ['dual', '0.844', '0.917', '-0.341', '0.307'],
    ['two-stage', '0.812', '0.750', '-0.012', '0.001'],
  ]);
});

test('32 claim to beat buy-and-hold and 1 does: 3.1 %', () => {
  assert.equal(printed('calibration', 'model', 'n', 'claim', 'hits', 'rate').at(-1), [
    'all',
    '40',
    '32',
    '1',
    '3.1\u00a0%',
  ]);
});

test('the winners are those of Appendix B, and the one that is always flat is called degenerate', () => {
  assert.equal(
    printed('winners', 'sharpe', 'held_sharpe', 'total_return', 'held_return', 'density', 'note'),
    [
      ['+0.759', '-0.091', '8.4\u00a0%', '-5.5\u00a0%', '0.098', ''],
      ['0.000', '-0.091', '0.0\u00a0%', '-5.5\u00a0%', '0.000', 'degenerate: always flat'],
    ],
  );
});

test('every published value beside ours prints the same', () => {
  for (const { id } of declaration.tables)
    for (const row of table(id).rows)
      for (const { published, belowHtml, column } of row.cells)
        if (published !== null)
          assert.match(belowHtml!, /\(0(\.0+)?(\u00a0pp)?\)$/, `${id}, ${column}: ${belowHtml}`);
});

test.run();
