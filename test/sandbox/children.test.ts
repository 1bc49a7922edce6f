import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createSandbox } from 'fides/sandbox';
import * as assert from 'uvu/assert';
import { UserError } from '#fides/base/errors.js';
import { runBatch } from '#fides/sandbox/batch.js';
import { Pool } from '#fides/sandbox/pool.js';
import { encodeBars } from '#fides/sandbox/wire.js';
import { suite, when } from '../support/suite.js';
import { bars } from './support/bars.js';

const test = suite('sandbox children');
const TEN = bars(10);
const FLAT = {
  code: 'function strategy(df) { return df.close.map(() => 0); }',
  language: 'javascript',
} as const;
/** Native search that no interrupt handler ends. */
const HANG = {
  code: "function strategy() { const s = 'a'.repeat(8e6); for (;;) s.indexOf('a'.repeat(4e6) + 'b'); }",
  language: 'javascript',
} as const;

/** A child that says ready and then answers a job with the given frame, as hex; "die" ends it. */
function impostor(answer: string): Pool {
  const script = `
    process.stdout.write(Buffer.from('0000000003', 'hex'));
    process.stdin.once('data', () => ${answer === 'die' ? 'process.exit(3)' : `process.stdout.write(Buffer.from('${answer}', 'hex'))`});`;
  return new Pool({ file: process.execPath, args: ['-e', script], env: {} }, 1);
}

const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).toString('hex');
/** An execution frame as wire.ts lays it out: ok, no repairs, 0 ms. */
const execution = (id: number, index: number, outcome: number, signal: string) =>
  u32(29 + signal.length / 2) +
  '04' +
  u32(id) +
  u32(index) +
  Buffer.of(outcome).toString('hex') +
  '00'.repeat(20) +
  signal;

const LIES: readonly [name: string, answer: string, detail: RegExp][] = [
  ['dies', 'die', /exit code 3/],
  ['announces four gigabytes', 'ffffffff04', /a frame of 4294967295 bytes, at most/],
  ['answers another job', execution(9, 0, 0, '00'.repeat(10)), /out of turn/],
  ['answers another variant', execution(1, 5, 0, '00'.repeat(10)), /out of turn/],
  ['invents an outcome', execution(1, 0, 99, '00'.repeat(10)), /unknown outcome/],
  ['sends a short signal', execution(1, 0, 0, '00'.repeat(9)), /a signal of 9 values for 10 bars/],
  ['sends a position of 2', execution(1, 0, 0, '02' + '00'.repeat(9)), /beyond -1 and 1/],
  ['sends another kind of frame', u32(0) + '03', /not an execution frame/],
];
for (const [name, answer, detail] of LIES)
  test(`a child that ${name} is killed, and so says the outcome`, async () => {
    const pool = impostor(answer);
    const encoded = { digest: 'x', length: 10, bytes: encodeBars(TEN) };
    const batch = {
      code: '',
      bars: encoded,
      variants: [{ kind: 'prefix', length: 10 }],
      deadlineMs: 5000,
      batchMs: 9000,
    } as const;
    const [result] = await runBatch(pool, batch);
    assert.is(result!.outcome, 'killed');
    assert.match(result!.detail!, detail);
    await pool.close();
  });

test('a honest frame passes the same checks', async () => {
  const pool = impostor(execution(1, 0, 0, '01ff' + '00'.repeat(8)));
  const encoded = { digest: 'x', length: 10, bytes: encodeBars(TEN) };
  const batch = {
    code: '',
    bars: encoded,
    variants: [{ kind: 'prefix', length: 10 }],
    deadlineMs: 5000,
    batchMs: 9000,
  } as const;
  const [result] = await runBatch(pool, batch);
  assert.equal(result!.signal, Int8Array.of(1, -1, 0, 0, 0, 0, 0, 0, 0, 0));
  await pool.close();
});

test('a child that cannot start fails every caller and says why', async () => {
  const pool = new Pool(
    { file: process.execPath, args: ['-e', "console.error('no such luck'); process.exit(1)"], env: {} },
    2,
  );
  const errors = await Promise.all(
    [pool.acquire(), pool.acquire()].map((p) => p.catch((error: Error) => error.message)),
  );
  for (const message of errors)
    assert.match(String(message), /could not start: ended by exit code 1\. no such luck/);
  await pool.close();
});

test('a closed sandbox refuses work and the work in progress fails', async () => {
  const sandbox = createSandbox({ size: 1 });
  const running = sandbox.run(HANG, TEN).catch((error: Error) => error.message);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await sandbox.close();
  assert.is(await running, 'the sandbox is closed');
  assert.is(await sandbox.run(FLAT, TEN).catch((error: Error) => error.message), 'the sandbox is closed');
});

test('options out of range are told with what is allowed', () => {
  assert.throws(
    () => createSandbox({ deadlineMs: 0 }),
    (error: Error) => error instanceof UserError && /deadlineMs is 0.*1 to 3600000/.test(error.message),
  );
});

test('a busy parent does not mistake an answer that waits in the pipe for a time-out', async () => {
  const sandbox = createSandbox({ size: 1, deadlineMs: 1500 });
  await sandbox.run(FLAT, TEN);
  const running = sandbox.run(FLAT, TEN);
  await new Promise((resolve) => setImmediate(resolve));
  for (const until = performance.now() + 2000; performance.now() < until;);
  assert.is((await running).outcome, 'ok');
  await sandbox.close();
});

const onLinux = when(test, process.platform === 'linux', 'children are counted through /proc, on Linux');

onLinux('children see none of the environment of the parent', async () => {
  const others = childrenOf(process.pid);
  const sandbox = createSandbox({ size: 1 });
  await sandbox.run(FLAT, TEN);
  const children = childrenOf(process.pid).filter((pid) => !others.includes(pid));
  assert.ok(children.length >= 2);
  for (const pid of children) assert.is(readFileSync(`/proc/${pid}/environ`, 'utf8'), 'TZ=UTC\0');
  await sandbox.close();
});

onLinux('no child is left after close', async () => {
  const others = childrenOf(process.pid);
  const sandbox = createSandbox({ size: 2 });
  await Promise.all([sandbox.run(FLAT, TEN), sandbox.run(FLAT, TEN)]);
  assert.ok(childrenOf(process.pid).length >= others.length + 2);
  await sandbox.close();
  assert.equal(childrenOf(process.pid), others);
});

onLinux(
  'a parent killed by SIGKILL leaves no child behind, not even one that hangs in native code',
  async () => {
    const script = `
    import { createSandbox } from 'fides/sandbox';
    const sandbox = createSandbox({ size: 1, deadlineMs: 60_000 });
    const { run } = sandbox;
    const bars = { resolution: 'day' };
    for (const name of ['time', 'open', 'high', 'low', 'close', 'volume']) bars[name] = new Float64Array(10);
    await sandbox.run(${JSON.stringify(FLAT)}, bars);
    void sandbox.run(${JSON.stringify(HANG)}, bars);
    setTimeout(() => process.stdout.write('hanging'), 500);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => parent.stdout.once('data', resolve));
    const children = childrenOf(parent.pid!);
    assert.ok(children.length >= 2, `${children.length} children`);
    parent.kill('SIGKILL');
    for (let tries = 0; tries < 100 && children.some(alive); tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(children.filter(alive), []);
  },
);

test.run();

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.parent === parent && statOf(pid)?.state !== 'Z');
}

function alive(pid: number): boolean {
  const stat = statOf(pid);
  return stat !== null && stat.state !== 'Z';
}

function statOf(pid: number): { state: string; parent: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return { state: fields[0]!, parent: Number(fields[1]) };
  } catch {
    return null;
  }
}
