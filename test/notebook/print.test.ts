/** Notebooks on paper: what is kept of markup, and a PDF of every kind of output. */
import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { printNotebook } from 'fides/notebook';
import { findBrowser } from 'fides/report';
import { firstHeading, markdownHtml } from '#fides/notebook/print/markdown.js';
import { allowedHtml, allowedSvg, sanitise } from '#fides/notebook/print/markup.js';
import { drawable, terminalText } from '#fides/notebook/print/text.js';
import { suite, when } from '../support/suite.js';
import { fixture } from './support/run.js';

const test = suite('notebook print');
const html = (markup: string) => sanitise(markup, allowedHtml);

test('nothing that runs or loads is left of HTML, and every element is closed', () => {
  for (const [given, left] of [
    ['<script>bad()</script>a', 'a'],
    ['<scr<script>x</script>ipt>bad()', 'xipt&gt;bad()'], // a tag of another name, as browsers read it
    ['<img src=x onerror=bad()>', '<img>'],
    ['<img src="data:image/png;base64,aGk=">', '<img src="data:image/png;base64,aGk=">'],
    ['<a href="java&#115;cript:bad()">x</a>', '<a>x</a>'],
    ['<b onclick="bad()"><i>x</b></div>', '<b><i>x</i></b>'],
    ['<iframe srcdoc="<script>bad()</script>"></iframe>', ''],
    ['<td style="text-align:right;background:url(//x)">1</td>', '<td style="text-align:right">1</td>'],
    ['<style>@import "//x"</style>1 < 2 &amp; 3', '1 &lt; 2 &amp; 3'],
    ['<!-- <b> -->x<script', 'x&lt;script'],
  ])
    assert.is(html(given!), left, given);
});

test('a drawing keeps its shapes and loses scripts, handlers and addresses; its ids are its own', () => {
  const svg =
    '<svg viewBox="0 0 1 1" onload="bad()"><script>bad()</script><clipPath id="k"><rect/></clipPath><g clip-path="url(#k)" fill="url(//x)"><use href="//x#k"/><foreignObject><p>x</p></foreignObject></g></svg>';
  assert.is(
    sanitise(svg, allowedSvg('f1', 'Sans')),
    '<svg viewBox="0 0 1 1"><clipPath id="f1-k"><rect></rect></clipPath><g clip-path="url(#f1-k)"><use></use></g></svg>',
  );
});

test('Markdown: formulas are set, prices are not formulas, raw HTML is sanitised', () => {
  const page = markdownHtml('$x^2$ for $5 and $6 <script>bad()</script>', { folder: '.' });
  assert.match(page, /class="katex"/);
  assert.match(page, / for \$5 and \$6 /);
  assert.not.match(page, /script|bad/);
  assert.equal(firstHeading('intro\n\n# A *b* `c`\n\ntext'), { title: 'A b c', rest: 'intro\n\n\ntext' });
});

test('text is what a terminal would show, in characters that have a glyph', () => {
  assert.is(terminalText('\u001b[31mred\u001b[0m\n10%\r100%\r\n'), 'red\n100%\n');
  assert.is(drawable('┌─┐ é ≤ 😀'), '+-+ é ≤ \\u{1F600}');
});

const hasBrowser = await findBrowser().then(
  () => true,
  () => false,
);

when(
  test,
  hasBrowser,
  'no browser to print with',
)('print: a PDF with every kind of output', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'fides-print-')), 'report');
  const pdf = await printNotebook(fixture('print'), { folder, code: false });
  assert.ok(existsSync(pdf));
  // a Vega-Lite chart, drawn anew, and an SVG
  assert.equal(readdirSync(join(folder, 'figures')).filter((name) => name.endsWith('.svg')).length, 2);
  const page = readFileSync(join(folder, 'report.html'), 'utf8');
  assert.match(page, /<details class="cell">/);
  assert.not.match(page, /bad\(\)|alert\(|onclick=|javascript:/);
});

test.run();
