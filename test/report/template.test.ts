import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { UserError } from '#fides/base/errors.js';
import { composeReport } from '#fides/report/compose.js';
import { suite } from '../support/suite.js';
import { sample, sampleReport } from './support/sample.js';

const test = suite('report/template');
const template = (name: string) => fileURLToPath(new URL(`templates/${name}`, import.meta.url));
const compose = (name: string) => composeReport(sampleReport, sample, { template: template(name) });

async function problem(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (e: unknown) => e,
  );
  assert.instance(error, UserError);
  return (error as UserError).message;
}

test('sections, tables, figures and equations are numbered in their order, and references follow', async () => {
  const { html } = await compose('paper');
  const text = html.replace(/<style>.*?<\/style>/gs, '').replace(/<[^>]*>/g, '');
  assert.match(
    text,
    /As Table\u00a01 shows \(and Figure\u00a01, Equation\u00a0\(1\) and Appendix\u00a0A\), the best is 0\.58/,
  );
  assert.match(html, /<span class="n">1\.1<\/span>Within/);
});

test('a reference to nothing fails the build and says what there is', async () => {
  assert.is(
    await problem(compose('dangling')),
    'A reference leads to "nowhere", which the report does not contain. It contains: one.',
  );
});

test('an id given twice fails the build', async () => {
  assert.match(await problem(compose('twice')), /id "one" is given twice/);
});

test('a table that is not declared is named, with those that are', async () => {
  assert.is(
    await problem(compose('unknown')),
    'The template asks for the table "lost", which the report does not declare. Declared: scores.',
  );
});

test('a value that does not exist is an error with its line', async () => {
  assert.match(await problem(compose('undefined')), /template\.njk\) \[Line 3, Column \d+\].*undefined/);
});

test('a template that is not there is an error that names those that are', async () => {
  assert.match(
    await problem(composeReport(sampleReport, sample, { template: 'no-such' })),
    /no template "no-such".*baselines/,
  );
});

test('only fonts whose characters occur are embedded, and nothing is loaded from elsewhere', async () => {
  const { html } = await compose('paper');
  assert.match(html, /unicode-range:U\+0370/); // Greek occurs
  assert.not.match(html, /unicode-range:U\+0301,U\+0400/); // Cyrillic does not
  assert.not.match(html, /(src|href)="(?!#)(https?:)?\/\//);
});

test('composing twice gives equal bytes', async () => {
  const [a, b] = [await compose('paper'), await compose('paper')];
  assert.is(a.html, b.html);
  assert.equal(a.bindings, b.bindings);
});

test.run();
