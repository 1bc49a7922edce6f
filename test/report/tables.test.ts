import * as assert from 'uvu/assert';
import { setTable, tableCsv } from '#fides/report/tables.js';
import type { TableDeclaration } from 'fides/report';
import { fixed } from 'fides/report';
import { suite } from '../support/suite.js';
import { sample, sampleReport } from './support/sample.js';

const test = suite('report/tables');
const table = setTable(sampleReport.tables[0]!, sample);

test('a cell shows its interval, the published value and the difference under the number', () => {
  const cell = table.rows[0]!.cells.find((c) => c.column === 'sharpe')!;
  assert.is(cell.html, '\u22120.091');
  assert.is(cell.belowHtml, '[\u22121.091,\u00a0+0.909]<br>publ.\u00a0\u22120.091 (0.000)');
  assert.equal(cell.records, [0]);
});

test('numbers stand right and words left, missing values are dashes, markup in values is text', () => {
  assert.equal(
    table.columns.map((c) => c.align),
    ['left', 'right', 'right', 'right', 'left'],
  );
  assert.is(table.rows[2]!.cells[1]!.html, '\u2013');
  assert.is(table.rows[1]!.cells[0]!.html, 'beta &lt;b&gt;');
});

test('equal remarks share a letter', () => {
  assert.equal(
    table.remarks.map((r) => r.letter),
    ['a'],
  );
  assert.is(table.rows[1]!.cells[3]!.letter, 'a');
});

test('the CSV has values unrounded, and columns for intervals and published values', () => {
  assert.is(
    tableCsv(table),
    'group,model,n,sharpe,sharpe_low,sharpe_high,sharpe_published,share,wins\n' +
      'Group one,alpha,1502,-0.0912,-1.0912,0.9088,-0.091,0.9947019867549669,true\n' +
      'Group one,beta <b>,8,0.5825,-0.4175,1.5825,,0.005298013245033113,false\n' +
      'Group one,mean,,0.24565,,,,,\n',
  );
});

test('published values may stand in columns of their own, with a spanning head', () => {
  const declaration: TableDeclaration<null> = {
    id: 't',
    caption: 'c',
    columns: [
      { key: 'm', head: 'm' },
      { key: 's', head: 'Sharpe', format: fixed(2), published: 'columns' },
    ],
    rows: () => [{ cells: { m: 'x', s: { value: 0.5, published: 0.25 } } }],
  };
  const set = setTable(declaration, null);
  assert.equal(
    set.rows[0]!.cells.map((c) => c.html),
    ['x', '0.50', '0.25', '+0.25'],
  );
  assert.equal(
    set.groups.map((g) => [g.headHtml, g.span]),
    [
      ['', 1],
      ['Sharpe', 3],
    ],
  );
  assert.is(tableCsv(set), 'm,s,s_published,s_difference\nx,0.5,0.25,0.25\n');
});

test('a number that is not finite, a stray cell and two equal keys are refused', () => {
  const with_ = (
    columns: TableDeclaration<null>['columns'],
    cells: Record<string, number>,
  ): TableDeclaration<null> => ({
    id: 't',
    caption: 'c',
    columns,
    rows: () => [{ cells }],
  });
  const a = { key: 'a', head: 'a' };
  assert.throws(() => setTable(with_([a], { a: NaN }), null), /table t, column a: a published number is NaN/);
  assert.throws(() => setTable(with_([a], { a: 1, b: 2 }), null), /cell "b" without a column/);
  assert.throws(() => setTable(with_([a, a], { a: 1 }), null), /two columns with one key/);
});

test.run();
