/** Ctrl-C in the middle of a study: what is finished is kept, also what waits for its turn, and the records end the same. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { InterruptedError } from '#fides/base/errors.js';
import { shipped } from '#fides/base/paths.js';
import { writeRun } from '#fides/study/store/write-run.js';
import { readStudy, runStudy } from 'fides/study';
import { suite } from '../support/suite.js';
import { FILE, open } from './golden-models.js';
import { manifestFor, unitRecord } from './records.js';

const test = suite('interrupted studies');
const home = mkdtempSync(join(tmpdir(), 'fides-interrupt-'));
test.after(() => rmSync(home, { recursive: true, force: true }));
const cost = (index: number) => ({ index, stages: {}, device: '', cachedCalls: 0 });
const UNDER_WAY = /study demo: \d+ of 40/;
const records = (folder: string) => readFileSync(join(folder, 'records.jsonl'));

function straight(units: number): Buffer {
  const folder = mkdtempSync(join(home, 'straight-'));
  const writer = writeRun(folder, manifestFor(units));
  for (let i = 0; i < units; i++) writer.add(unitRecord(i), cost(i));
  writer.close();
  return records(folder);
}

test('units that finished before their turn are put aside, survive, and are appended in order', () => {
  const folder = join(home, 'early');
  const first = writeRun(folder, manifestFor(4));
  for (const i of [2, 3]) first.add(unitRecord(i), cost(i));
  assert.equal([first.kept, first.has(2), first.has(0)], [2, true, false]);
  first.close();
  assert.equal(readdirSync(join(folder, 'waiting')).sort(), ['2.json', '3.json']);

  const second = writeRun(folder, manifestFor(4));
  assert.is(second.kept, 2);
  assert.throws(() => second.add(unitRecord(3), cost(3)), /was added before/);
  for (const i of [1, 0]) second.add(unitRecord(i), cost(i));
  second.close();
  assert.equal(records(folder), straight(4));
  assert.is(existsSync(join(folder, 'waiting')), false);
});

test('a unit put aside that was damaged, renamed, or is of another study is computed again', () => {
  const folder = join(home, 'damaged');
  const writer = writeRun(folder, manifestFor(4));
  for (const i of [1, 2, 3]) writer.add(unitRecord(i), cost(i));
  writer.close();
  const place = (name: string) => join(folder, 'waiting', name);
  const text = readFileSync(place('1.json'), 'utf8');
  writeFileSync(place('1.json'), text.replace('"index":1', '"index":0'));
  writeFileSync(place('2.json'), text.slice(0, 50));
  const again = writeRun(folder, manifestFor(4));
  assert.equal(
    [0, 1, 2, 3].map((i) => again.has(i)),
    [false, false, false, true],
  );
  for (const i of [0, 1, 2]) again.add(unitRecord(i), cost(i));
  again.close();
  assert.equal(records(folder), straight(4));
});

test('an aborted study rejects, says what is kept, and goes on from there', async () => {
  const stop = new AbortController();
  const options = { file: FILE, open, folder: join(home, 'runs'), cache: join(home, 'cache') };
  let finished = 0;
  const progress = {
    note: () => {},
    task: () => ({ advance: () => void (++finished === 3 && stop.abort(new Error('stop'))), done: () => {} }),
  };
  try {
    await runStudy(readStudy(FILE), { ...options, progress, signal: stop.signal });
    assert.unreachable();
  } catch (error) {
    assert.instance(error, InterruptedError);
    assert.match((error as Error).message, /Interrupted: 3 of 13 units of golden are kept\./);
  }
  const { computed, units } = await runStudy(readStudy(FILE), options);
  assert.equal([computed, units], [10, 13]);
});

test('the command ends with 130 and leaves no process behind', async () => {
  const env = { ...process.env, FIDES_HOME: home, FIDES_CACHE: join(home, '.cache') };
  const child = spawn(process.execPath, [shipped('bin', 'fides.js'), 'run', 'demo'], {
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => {
    const before = UNDER_WAY.test(err);
    err += chunk.toString();
    if (!before && UNDER_WAY.test(err)) child.kill('SIGINT'); // a second one would end it at once
  });
  const code = await new Promise((end) => child.once('close', end));
  assert.is(code, 130);
  assert.match(err, /Interrupted: \d+ of 40 units of demo are kept\. The same command goes on from there\./);
  assert.throws(() => process.kill(-child.pid!, 0), /ESRCH/); // its process group is empty
});

test.run();
