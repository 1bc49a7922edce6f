import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { UserError } from 'fides';
import { openRun } from 'fides/study';
import { writeRun } from '#fides/study/store/write-run.js';
import { random } from '#fides/base/random.js';
import { suite, when } from '../support/suite.js';
import { manifestFor, unitRecord } from './records.js';

const test = suite('run store');
const TIMINGS = { index: 0, stages: {}, device: 'cpu', cachedCalls: 0 };

function newRun(units: number): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'fides-store-')), 'run');
  const writer = writeRun(folder, manifestFor(units));
  for (let i = 0; i < units; i++) writer.add(unitRecord(i), { ...TIMINGS, index: i });
  writer.close();
  return folder;
}

const records = (folder: string) => join(folder, 'records.jsonl');

test('a run is read back as it was written', () => {
  const folder = newRun(3);
  const run = openRun(folder);
  assert.is(run.complete, true);
  assert.equal(run.records, [unitRecord(0), unitRecord(1), unitRecord(2)]);
});

test('a torn last line is dropped, and the run goes on to the same bytes', () => {
  const whole = readFileSync(records(newRun(3)));
  const folder = newRun(3);
  const firstTwo = whole.subarray(0, whole.lastIndexOf(10, whole.length - 2) + 1);
  for (const cut of [1, 40, 300]) {
    writeFileSync(
      records(folder),
      Buffer.concat([firstTwo, whole.subarray(firstTwo.length, firstTwo.length + cut)]),
    );
    assert.is(openRun(folder).complete, false);
    const writer = writeRun(folder, manifestFor(3));
    assert.is(writer.kept, 2);
    assert.is(writer.mended, true);
    writer.add(unitRecord(2), { ...TIMINGS, index: 2 });
    writer.close();
    assert.equal(readFileSync(records(folder)), whole);
  }
});

test('every changed byte of the records is noticed and its line named', () => {
  const folder = newRun(3);
  const whole = readFileSync(records(folder));
  const rng = random('bytes');
  for (let i = 0; i < 200; i++) {
    const at = rng.integer(whole.length - 1);
    const changed = Buffer.from(whole);
    changed[at] = whole[at]! ^ (1 + rng.integer(255));
    writeFileSync(records(folder), changed);
    const line = whole.subarray(0, at).filter((b) => b === 10).length + 1;
    assert.throws(
      () => openRun(folder),
      (e: unknown) =>
        e instanceof UserError && new RegExp(`records.jsonl:(${line}|${line + 1}):`).test(e.message),
      `byte ${at}`,
    );
  }
});

test('a removed, repeated or exchanged line is noticed', () => {
  const folder = newRun(3);
  const lines = readFileSync(records(folder), 'utf8').split('\n').slice(0, 3);
  for (const order of [
    [0, 2],
    [1, 2],
    [0, 1, 1, 2],
    [1, 0, 2],
  ]) {
    writeFileSync(records(folder), order.map((i) => `${lines[i]}\n`).join(''));
    assert.throws(() => openRun(folder), /does not follow the line before it/);
  }
});

test('a changed manifest breaks the chain, and another manifest is refused', () => {
  const folder = newRun(2);
  assert.throws(
    () => writeRun(folder, manifestFor(2, { title: 'Another' })),
    /is not the manifest of this study/,
  );
  const path = join(folder, 'manifest.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('A test', 'A text'));
  assert.throws(() => openRun(folder), /records.jsonl:1: the line does not follow/);
});

test('a blob whose bytes changed is refused by name', () => {
  const folder = newRun(1);
  const writer = writeRun(folder, manifestFor(1));
  const digest = writer.blob('prose');
  writer.close();
  assert.is(openRun(folder).text(digest), 'prose');
  appendFileSync(join(folder, 'blobs', digest.slice(0, 2), digest.slice(2)), '!');
  assert.throws(() => openRun(folder).text(digest), /was changed/);
});

test('a second writer is refused and told who holds the run; a dead writer is not', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'fides-lock-')), 'run');
  const holder = spawn(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, 'hold-run.ts'), folder],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  await once(holder.stdout, 'data');
  assert.throws(
    () => writeRun(folder, manifestFor(1)),
    new RegExp(`Process ${holder.pid} .* is writing the run`),
  );
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const writer = writeRun(folder, manifestFor(1));
  writer.close();
  assert.is(existsSync(join(folder, 'lock')), false);
});

const limited = process.platform === 'linux' && spawnSync('bash', ['-c', 'ulimit -f 64']).status === 0;
when(
  test,
  limited,
  'needs bash with ulimit -f',
)('a full disk stops the run, says so, and leaves whole records', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'fides-full-')), 'run');
  const program = `${process.execPath} --import tsx ${join(import.meta.dirname, 'fill-run.ts')} ${folder}`;
  const { stdout, status } = spawnSync('bash', ['-c', `ulimit -f 64; exec ${program}`], { encoding: 'utf8' });
  assert.is(status, 2);
  assert.match(stdout, /The disk is full.*goes on where it stopped/);
  const run = openRun(folder);
  assert.ok(run.records.length > 5 && !run.complete);
  assert.is(execFileSync('tail', ['-c', '1', records(folder)]).toString(), '\n');
});

test.run();
