/** The HTML in a real browser, from a run whose four models are the paper's. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'puppeteer';
import * as assert from 'uvu/assert';
import { launchBrowser } from 'fides/report';
import { composeReport } from '#fides/report/compose.js';
import { reportOfFides } from '#fides/report/fides/index.js';
import { paperRun } from '../study/paper-records.js';
import { suite } from '../support/suite.js';

const test = suite('report/html');
const folder = mkdtempSync(join(tmpdir(), 'fides-html-'));
const address = pathToFileURL(join(folder, 'report.html')).href;
const asked: string[] = [];
const errors: string[] = [];
let browser: Browser;
let page: Page;

test.before(async () => {
  const { declaration, evidence } = reportOfFides(paperRun());
  const starting = launchBrowser();
  const { html } = await composeReport(declaration, evidence);
  writeFileSync(join(folder, 'report.html'), html);
  browser = await starting;
  page = await browser.newPage();
  await page.setViewport({ width: 1000, height: 800 });
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => errors.push(String(error)));
});
test.before.each(async () => {
  await page.goto('about:blank');
  await page.goto(address);
});
test.after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const openStrategies = () =>
  page.$$eval('details.strategy[open]', (all) => all.map((details) => details.getAttribute('data-record')));

/** Records of the points of the scatter plot, in the order of drawing. */
const points = () =>
  page.$$eval('#concordance-return svg a', (links) =>
    links.map((link) => link.getAttribute('xlink:href')!.replace('#strategy-', '')),
  );

test('the scatter plot has a point for each of the 35 strategies that run', async () => {
  assert.is((await points()).length, 35);
});

test('a click on a point opens its strategy and brings it into view', async () => {
  const at = 17;
  const record = (await points())[at]!;
  assert.equal(await openStrategies(), []);
  await (
    await page.$$('#concordance-return svg a')
  )[at]!.evaluate((link) => link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })));
  assert.equal(await openStrategies(), [record]);
  assert.is(await page.evaluate(() => location.hash), `#strategy-${record}`);
  const top = await page.$eval(`#strategy-${record}`, (details) => details.getBoundingClientRect().top);
  assert.ok(top >= 0 && top < 800, `top ${top}`);
});

test('the pointer on a point tells which strategy it is', async () => {
  // gpt-4o on TLT, the only point at its place
  await (await page.$$('#concordance-return svg a'))[(await points()).indexOf('12')]!.hover();
  assert.is(
    await page.$eval('.tip', (element) => element.textContent),
    'gpt-4o/TLT/42\nsay→do 1.00, do→real 1.00, say→result 1.00, Sharpe +0.76',
  );
});

test('a bubble offers the strategies that it counts: 22 at (1, 0.75)', async () => {
  const bubbles = await page.$$('#judge-bubbles .layer_1_marks path');
  assert.is(bubbles.length, 4);
  await bubbles[3]!.click();
  const offered = await page.$$('.records a');
  assert.is(offered.length, 22);
  const name = await offered[2]!.evaluate((link) => link.textContent);
  await offered[2]!.click();
  const [record] = await openStrategies();
  assert.is(await page.$eval(`#strategy-${record}`, (d) => d.getAttribute('data-name')), name);
});

test('a number of a table opens the strategies that it was made from', async () => {
  // gate: 1 of the 18 below 1 beats buy-and-hold, the two-stage arm's TLT
  const cells = await page.$$('#gate td[data-records]');
  const counts = await Promise.all(
    cells.map((cell) => cell.evaluate((td) => td.getAttribute('data-records')!.split(' ').length)),
  );
  await cells[counts.lastIndexOf(1)]!.click();
  const [record] = await openStrategies();
  assert.is(
    await page.$eval(`#strategy-${record}`, (d) => d.getAttribute('data-name')),
    'gpt-4o-mini-two-stage/TLT/42',
  );
});

test('a model that is not chosen fades in the figures and leaves the appendix', async () => {
  await page.click('.models input[value="gpt-4o"]');
  assert.is((await page.$$('#concordance-return svg a.elsewhere')).length, 8); // gpt-4o: all 8 run
  const shown = await page.$$eval('details.strategy', (all) =>
    all
      .filter((details) => getComputedStyle(details).display !== 'none')
      .map((details) => details.getAttribute('data-model')),
  );
  assert.is(shown.length, 32);
  assert.not(shown.includes('gpt-4o'));
  await page.click('.models input[value="gpt-4o"]');
  assert.is((await page.$$('.elsewhere')).length, 0);
});

test('the page asks for nothing but itself and has no errors', () => {
  assert.equal(
    [...new Set(asked)].filter((url) => !/^(about|data):/.test(url)),
    [address],
  );
  assert.equal(errors, []);
});

test.run();
