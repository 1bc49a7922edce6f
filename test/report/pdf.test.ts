import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer';
import * as assert from 'uvu/assert';
import { UserError } from '#fides/base/errors.js';
import { sha256 } from '#fides/base/digest.js';
import { composeReport, type Composed } from '#fides/report/compose.js';
import { OWN_FONTS } from '#fides/report/fonts.js';
import { bindPdf, printPdf } from '#fides/report/pdf.js';
import { pdfFontNames } from '#fides/report/pdf-file.js';
import { readPdf } from '#fides/report/read-pdf.js';
import { launchBrowser } from 'fides/report';
import { suite } from '../support/suite.js';
import { sample, sampleReport } from './support/sample.js';

const test = suite('report/pdf');
const template = (name: string) => fileURLToPath(new URL(`templates/${name}`, import.meta.url));
const date = new Date('2026-03-01T00:00:00Z');
let browser: Browser;
let paper: Composed;
let pdf: Buffer;

test.before(async () => {
  browser = await launchBrowser();
  paper = await composeReport(sampleReport, sample, { template: template('paper') });
  pdf = await print(paper);
});
test.after(() => browser.close());

const print = (composed: Composed) =>
  printPdf(browser, composed.printed('a browser'), { date, captions: composed.captions });

async function failure(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => new Error('did not fail'),
    (error: Error) => error,
  );
}

test('three prints of one page, in two browsers, are equal bytes', async () => {
  const second = await launchBrowser();
  try {
    const other = await printPdf(second, paper.printed('a browser'), { date, captions: paper.captions });
    assert.is(sha256(other), sha256(pdf));
  } finally {
    await second.close();
  }
  assert.is(sha256(await print(paper)), sha256(pdf));
});

test('the date in the file is the one given', () => {
  assert.match(pdf.toString('latin1'), /\/CreationDate \(D:20260301000000\+00'00'\)/);
});

test('the PDF is tagged, has an outline, links inside itself, and a language', () => {
  const text = pdf.toString('latin1');
  for (const mark of [
    '/StructTreeRoot',
    '/MarkInfo',
    '/Outlines',
    '/S /Table',
    '/S /TH',
    '/Lang (en)',
    '/Dest',
  ])
    assert.ok(text.includes(mark), mark);
});

test('every font in it is one of ours', () => {
  const names = pdfFontNames(pdf);
  assert.ok(names.length >= 4, names.join());
  assert.equal(
    names.filter((name) => !OWN_FONTS.test(name)),
    [],
  );
});

test('its text can be read back, page numbers and running heads included', async () => {
  const { pages } = await readPdf(pdf);
  assert.match(pages[0]!, /A sample report/);
  assert.match(pages[0]!, /Table 1\./);
  assert.match(pages.join(), /−0\.091/);
});

test('a caption that is not printed fails the render', async () => {
  const captions = [...paper.captions, ['Figure 9.']];
  const error = await failure(printPdf(browser, paper.printed('a browser'), { date, captions }));
  assert.is(error.message, 'the PDF lacks the caption "Figure 9."');
});

test('a character without a glyph fails the render and is named', async () => {
  const composed = await composeReport(sampleReport, sample, { template: template('glyph') });
  assert.match((await failure(print(composed))).message, /characters without a glyph.*本/);
});

test('a page that asks for anything from outside fails the render', async () => {
  const composed = await composeReport(sampleReport, sample, { template: template('network') });
  const error = await failure(print(composed));
  assert.instance(error, UserError);
  assert.match(error.message, /asks for https:\/\/example\.com\/x\.png/);
});

test('bindings are attached without touching a byte before them, and can be read again', async () => {
  const bound = bindPdf(pdf, paper.bindings);
  assert.ok(bound.subarray(0, pdf.length).equals(pdf));
  const attached = (await readPdf(bound)).attachments.get('bindings.json')!;
  const { pdf: own, ...bindings } = JSON.parse(Buffer.from(attached).toString()) as Record<string, unknown>;
  assert.equal(bindings, JSON.parse(JSON.stringify(paper.bindings)));
  assert.equal(own, { bytes: pdf.length, digest: sha256(pdf) });
  assert.is(sha256(bindPdf(pdf, paper.bindings)), sha256(bound));
});

test.run();
