import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { UserError } from '#fides/base/errors.js';
import { findBrowser } from 'fides/report';
import { fallbackObstacle, tarFiles, unpackFallback } from '#fides/report/fallback.js';
import { suite, when } from '../support/suite.js';

const test = suite('report/browser');
const folder = mkdtempSync(join(tmpdir(), 'fides-browser-'));
const executable = (name: string) => {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
};
test.after(() => rmSync(folder, { recursive: true, force: true }));

async function mendOf(work: Promise<unknown>): Promise<UserError> {
  const error = await work.then(
    () => null,
    (e: unknown) => e,
  );
  assert.instance(error, UserError);
  return error as UserError;
}

test('an option comes before the environment, and the environment before the system', async () => {
  const [mine, env, system] = [executable('mine'), executable('env'), executable('chromium')];
  const all = { PUPPETEER_EXECUTABLE_PATH: env, PATH: folder };
  assert.equal(await findBrowser({ browser: mine, env: all }), { source: 'option', executable: mine });
  assert.equal(await findBrowser({ env: all }), { source: 'environment', executable: env });
  assert.equal(await findBrowser({ env: { PATH: folder } }), { source: 'system', executable: system });
});

test('FIDES_BROWSER names one, or asks for the one in the package', async () => {
  const mine = executable('mine');
  assert.equal(await findBrowser({ env: { FIDES_BROWSER: mine } }), { source: 'option', executable: mine });
});

test('a path that is no executable is an error with a mend, not a reason to take another', async () => {
  const { problem, mend } = await mendOf(findBrowser({ browser: '/no/such/browser', env: {} }));
  assert.is(problem, '--browser names /no/such/browser, which is not an executable file.');
  assert.match(mend, /apt-get install chromium/);
  assert.match(
    (await mendOf(findBrowser({ env: { PUPPETEER_EXECUTABLE_PATH: folder } }))).problem,
    /^PUPPETEER_EXECUTABLE_PATH names/,
  );
});

const packaged = when(test, fallbackObstacle() === null, 'the packaged browser: not for this system');

packaged('without any browser the one in the package is taken', async () => {
  const { source } = await findBrowser({ env: { PATH: '' } });
  assert.ok(source === 'package' || source === 'puppeteer');
});

packaged('the package is unpacked whole, once, also when two processes ask', async () => {
  const before = process.env.FIDES_CACHE;
  process.env.FIDES_CACHE = join(folder, 'cache');
  try {
    const [a, b] = await Promise.all([unpackFallback(), unpackFallback()]);
    assert.equal(a, b);
    assert.ok(statSync(a.executable).size > 100e6 && (statSync(a.executable).mode & 0o100) !== 0);
    for (const name of ['libnss3.so', 'libnspr4.so', 'libnssutil3.so', 'libexpat.so.1'])
      assert.ok(existsSync(join(a.libraries, name)), name);
  } finally {
    if (before === undefined) delete process.env.FIDES_CACHE;
    else process.env.FIDES_CACHE = before;
  }
});

test('an archive entry that climbs out is refused', () => {
  const header = Buffer.alloc(512);
  header.write('../evil');
  header.write('00000000000', 124);
  header.write('0', 156);
  assert.throws(() => tarFiles(Buffer.concat([header, Buffer.alloc(1024)])), /climbs out/);
});

test.run();
