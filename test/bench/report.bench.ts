/** A report of 30 pages and 12 figures: cold, and with nothing changed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestJson } from '#fides/base/digest.js';
import { random } from '#fides/base/random.js';
import { readPdf } from '#fides/report/read-pdf.js';
import type { FigureDeclaration, ReportDeclaration, TableDeclaration } from 'fides/report';
import { launchBrowser, renderReport, signed } from 'fides/report';
import { readFileSync } from 'node:fs';

const draw = random('bench');
const series = Array.from({ length: 12 }, () => {
  let level = 0;
  return Array.from({ length: 500 }, (_, day) => ({
    day,
    level: (level += draw.normal()),
    half: day < 250 ? 'a' : 'b',
  }));
});
const figure = (i: number): FigureDeclaration<null> => ({
  id: `figure-${i}`,
  caption: `A random walk, number ${i}.`,
  alt: 'A line.',
  draw: () => ({
    kind: 'vega-lite',
    spec: {
      height: 200,
      mark: 'line',
      encoding: {
        x: { field: 'day', type: 'quantitative' },
        y: { field: 'level', type: 'quantitative' },
        color: { field: 'half', type: 'nominal' },
      },
    },
    data: series[i]!,
  }),
});
const table = (i: number): TableDeclaration<null> => ({
  id: `table-${i}`,
  caption: `Levels, part ${i}.`,
  columns: ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key, head: key, format: signed(3) })),
  rows: () =>
    Array.from({ length: 40 }, (_, row) => ({
      cells: Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e'].map((key, k) => [key, series[i]![row * 5 + k]!.level]),
      ),
      records: [row],
    })),
});
const twelve = Array.from({ length: 12 }, (_, i) => i);
const report: ReportDeclaration<null> = {
  name: 'bench',
  title: 'A report to measure by',
  identify: () => ({ id: 'bench', digest: digestJson(series) }),
  tables: twelve.map(table),
  figures: twelve.map(figure),
};

const work = mkdtempSync(join(tmpdir(), 'fides-bench-'));
const template = join(work, 'template');
const words =
  'The strategy holds the asset while the fast average is above the slow one, and nothing else. '.repeat(28);
mkdirSync(template);
writeFileSync(
  join(template, 'template.njk'),
  `{% extends "base.njk" %}{% block content %}{{ titleBlock('') }}${twelve
    .map(
      (i) =>
        `{{ section('Part ${i}', 's${i}') }}<p>${words}</p>{{ figure('figure-${i}') }}<p>${words}</p>{{ table('table-${i}') }}`,
    )
    .join('\n')}{% endblock %}`,
);
const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
};
const print = (bench: string, value: number, goal: string, unit: string) =>
  console.log(JSON.stringify({ bench, value: Number(value.toFixed(2)), goal, unit }));

// The packaged browser is unpacked once a machine; that is not part of a build.
await (await launchBrowser()).close();
const out = join(work, 'report');
const cold = await timed(() => renderReport(report, null, out, { template }));
const unchanged = await timed(() => renderReport(report, null, out, { template }));
const { pages } = await readPdf(readFileSync(join(out, 'report.pdf')));
print('report: pages of the build', pages.length, '>= 30', 'pages');
print('report: cold build, 12 figures', cold, '<= 6', 's');
print('report: unchanged', unchanged, '<= 1', 's');
rmSync(work, { recursive: true, force: true });
