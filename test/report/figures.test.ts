import * as assert from 'uvu/assert';
import { drawFigure } from '#fides/report/figures.js';
import { reportOfFides } from '#fides/report/fides/index.js';
import { paperRun } from '../study/paper-records.js';
import { suite } from '../support/suite.js';

const test = suite('report/figures');

const spec = (label: string) => ({
  kind: 'vega-lite' as const,
  spec: {
    width: 200,
    height: 20,
    mark: 'bar',
    encoding: {
      x: { field: 'v', type: 'quantitative', axis: null },
      y: { field: 'label', type: 'nominal', title: null },
    },
  },
  data: [{ label, v: 1 }],
});

const width = (svg: string) => Number(/<svg[^>]* width="([\d.]+)"/.exec(svg)![1]);

test('equal declarations give equal bytes', async () => {
  const [a, b] = [await drawFigure('f', spec('label')), await drawFigure('f', spec('label'))];
  assert.is(a.file, b.file);
});

test('text is measured in its own font, not guessed', async () => {
  const wide = width((await drawFigure('f', spec('W'.repeat(12)))).inline);
  const narrow = width((await drawFigure('f', spec('i'.repeat(12)))).inline);
  // Source Sans 3 at 10 px, advance widths 824 and 246 of 1000: twelve letters differ by 69 px; vega's guess is one width for all.
  assert.ok(wide - narrow > 60 && wide - narrow < 80, `${wide - narrow}`);
});

test('ids in one page cannot clash', async () => {
  const base = spec('x');
  const encoding = { ...base.spec.encoding, color: { field: 'v', type: 'quantitative' } };
  const { inline } = await drawFigure('one', { ...base, spec: { ...base.spec, encoding } });
  assert.match(inline, /id="one-gradient_0"/);
  assert.match(inline, /url\(#one-gradient_0\)/);
});

test('a file stands by itself with its fonts, and its source holds specification and data', async () => {
  const { file, source } = await drawFigure('f', spec('say→do'));
  assert.match(file, /@font-face\{font-family:'Source Sans 3'/);
  assert.match(file, /@font-face\{font-family:'Fides Symbols'/);
  assert.equal((source as { data: unknown }).data, { values: [{ label: 'say→do', v: 1 }] });
});

test('a figure may not load data from elsewhere', async () => {
  const remote = {
    ...spec('x'),
    spec: { ...spec('x').spec, data: { url: 'https://example.com/x.json' } },
    data: {},
  };
  const failed = await drawFigure('f', remote).then(
    () => 'drawn',
    (error: Error) => error.message,
  );
  assert.match(failed, /asks for https:\/\/example\.com\/x\.json/);
});

test('a figure without anything to draw says so, and Vega has nothing to warn of', async () => {
  const run = paperRun();
  const alone = run.records.map((record) => ({
    ...record,
    execution: { ...record.execution, outcome: 'threw' as const },
    curves: { ...record.curves, strategy: null },
    primary: { ...record.primary, strategy: null },
    sayToDo: { ...record.sayToDo, judges: record.sayToDo.judges.slice(0, 1) },
    injections: [],
  }));
  const { declaration, evidence } = reportOfFides({ ...run, records: alone });
  for (const { id, draw } of declaration.figures) {
    const { inline, warnings } = await drawFigure(id, draw(evidence));
    assert.equal(warnings, [], id);
    const empty = ['concordance-return', 'judge-bubbles', 'extremes'].includes(id);
    assert.is(inline.includes('nothing to show'), empty, id);
  }
});

test.run();
