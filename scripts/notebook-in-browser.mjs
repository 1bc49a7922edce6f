// A real client: classic Notebook (Debian: jupyter-notebook, chromium) runs a notebook on our kernel in a headless
// browser, interrupts a loop, and takes screenshots to look at.
// Usage: node scripts/notebook-in-browser.mjs NOTEBOOK FOLDER-FOR-SCREENSHOTS
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import puppeteer from 'puppeteer';
import { installKernel } from 'fides/kernel';

const [notebook = 'notebooks/00-quickstart.ipynb', shots = '.cache/notebook-in-browser'] =
  process.argv.slice(2);
const home = mkdtempSync(join(tmpdir(), 'notebook-'));
const port = 20_000 + (process.pid % 10_000);
mkdirSync(shots, { recursive: true });
// a copy, so that the committed outputs stay, with the neighbours that its relative paths expect
mkdirSync(join(home, 'notebooks'));
copyFileSync(notebook, join(home, 'notebooks', basename(notebook)));
for (const neighbour of ['data', 'node_modules']) symlinkSync(resolve(neighbour), join(home, neighbour));
installKernel({ prefix: home }, ['fides/notebook']);

const server = spawn(
  '/usr/bin/python3',
  [
    '-m',
    'notebook',
    '--no-browser',
    '--allow-root',
    `--port=${port}`,
    '--NotebookApp.token=',
    `--notebook-dir=${home}`,
  ],
  {
    env: {
      ...process.env,
      JUPYTER_PATH: join(home, 'share', 'jupyter'),
      FIDES_HOME: process.cwd(),
      HOME: home,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  },
);
let log = '';
server.stderr.on('data', (d) => (log += d));
let browser;
try {
  await answering(`http://127.0.0.1:${port}/api`);
  browser = await puppeteer.launch({
    executablePath: process.env.PUPPETEER_EXECUTABLE_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    protocolTimeout: 600_000,
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 1100, height: 1400 });
  page.setDefaultTimeout(300_000);
  await page.goto(`http://127.0.0.1:${port}/notebooks/notebooks/${basename(notebook)}`);
  await page.waitForFunction(() => globalThis.Jupyter?.notebook?.kernel?.is_connected());

  await page.evaluate(() => globalThis.Jupyter.notebook.execute_all_cells());
  await idle(page);
  const outputs = await page.evaluate(() => ({
    errors: [...document.querySelectorAll('.output_error')].map((e) => e.textContent.slice(0, 500)),
    tables: document.querySelectorAll('.output table').length,
    charts: document.querySelectorAll('.output_svg svg').length,
  }));
  await page.screenshot({ path: join(shots, 'all-cells.png'), fullPage: true });
  await shoot(page, '.output table', 'table.png');
  await shoot(page, '.output_svg svg', 'chart.png');

  await page.evaluate(() => {
    const { notebook: nb } = globalThis.Jupyter;
    nb.insert_cell_at_bottom('code').set_text('let n = 0;\nawait null;\nwhile (true) n++;');
    nb.select(nb.ncells() - 1);
    nb.execute_cell();
  });
  await new Promise((r) => setTimeout(r, 1500));
  const started = Date.now();
  await page.evaluate(() => globalThis.Jupyter.notebook.kernel.interrupt());
  await page.waitForFunction(() => /KeyboardInterrupt/.test(document.querySelector('#notebook').textContent));
  const interruptMs = Date.now() - started;
  await page.evaluate(() => {
    const { notebook: nb } = globalThis.Jupyter;
    nb.insert_cell_at_bottom('code').set_text('n > 0');
    nb.select(nb.ncells() - 1);
    nb.execute_cell();
  });
  await idle(page);
  const kept = await page.evaluate(() =>
    [...document.querySelectorAll('.output_result')].at(-1)?.textContent.trim(),
  );
  await page.evaluate(() => [...document.querySelectorAll('.cell')].at(-1).scrollIntoView());
  await page.screenshot({ path: join(shots, 'interrupted.png') });
  console.log(JSON.stringify({ ...outputs, interruptMs, kept, screenshots: shots }, null, 2));
  process.exitCode = outputs.errors.length === 0 && kept === 'true' ? 0 : 1;
} catch (error) {
  console.error(error, log.slice(-3000));
  process.exitCode = 1;
} finally {
  await browser?.close();
  server.kill('SIGTERM');
  rmSync(home, { recursive: true, force: true });
}

async function answering(url) {
  for (let i = 0; i < 240; i++) {
    if (
      await fetch(url).then(
        (r) => r.ok,
        () => false,
      )
    )
      return;
    await new Promise((r) => setTimeout(r, 500));
  }
  throw new Error('Notebook did not start.');
}

/** No cell waits and the kernel is idle. */
function idle(page) {
  return page.waitForFunction(
    () =>
      !globalThis.Jupyter.notebook.kernel_busy &&
      [...document.querySelectorAll('.input_prompt')].every((p) => !p.textContent.includes('*')),
    { polling: 300 },
  );
}

async function shoot(page, selector, file) {
  const element = await page.$(selector);
  if (element) await element.screenshot({ path: join(shots, file) });
}
