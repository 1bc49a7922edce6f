/** Every kind of cell ends within 100 ms of an interrupt, and what earlier cells made is still there. */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import * as assert from 'uvu/assert';
import type { KernelClient } from 'fides/kernel';
import { launchKernel, result, streamed } from '../support/kernel.js';
import { suite } from '../support/suite.js';

const test = suite('interrupts');
let kernel: KernelClient;
test.before(async () => {
  kernel = await launchKernel();
  await kernel.execute(
    "import { AsyncLocalStorage } from 'node:async_hooks';\nconst store = new AsyncLocalStorage<number>();\nlet kept = 41",
  );
});
test.after(() => kernel.shutdown());

const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));
/** A shared machine may stall us; the least of the tries is the kernel's own time. */
const TRIES = 4;

async function timeToEnd(code: string, interrupt: () => unknown): Promise<number> {
  const cell = kernel.execute(code);
  await sleep(250);
  const started = performance.now();
  await interrupt();
  const answer = await cell;
  const took = performance.now() - started;
  assert.is(answer.content['ename'], 'KeyboardInterrupt');
  const after = await kernel.execute('await new Promise((r) => setTimeout(r, 1)); kept');
  assert.equal(result(after), { 'text/plain': '41' });
  return took;
}

async function endsInTime(code: string, interrupt: () => unknown = () => kernel.interrupt()): Promise<void> {
  const times: number[] = [];
  while (times.length < TRIES && !(Math.min(...times) < 100)) times.push(await timeToEnd(code, interrupt));
  assert.ok(Math.min(...times) < 100, `took ${times.map(Math.round).join(', ')} ms`);
}

const cells: Record<string, string> = {
  'a synchronous loop': 'while (true) {}',
  'a pending await': 'await new Promise(() => {})',
  'a loop after an await': 'await new Promise((r) => setTimeout(r, 10)); while (true) {}',
  'a loop after an await of nothing': 'await null; while (true) {}',
  'nested async functions':
    'await (async () => { while (true) await (async () => new Promise((r) => setTimeout(r, 1)))() })()',
  'promises that never let the event loop turn': 'await (async () => { while (true) await null })()',
  'a catastrophic regular expression': '/^(a+)+$/.test("a".repeat(40) + "b")',
  'a loop in a timer': 'setTimeout(() => { while (true) {} }, 1); await new Promise(() => {})',
  'a loop in an immediate': 'setImmediate(() => { while (true) {} }); await new Promise(() => {})',
  'a loop that catches everything': 'while (true) { try { while (true) {} } catch {} finally {} }',
  'a loop after an await with AsyncLocalStorage in use':
    'await store.run(1, async () => { await new Promise((r) => setTimeout(r, 1)); while (true) {} })',
};
for (const [name, code] of Object.entries(cells))
  test(`${name}: ends within 100 ms, with the state kept`, () => endsInTime(code));

test('a question to the user ends within 100 ms, and a later one gets its own answer', async () => {
  const cell = kernel.execute("prompt('first')", { onInput: () => new Promise<string>(() => {}) });
  await sleep(250);
  await kernel.interrupt();
  assert.is((await cell).content['ename'], 'KeyboardInterrupt');
  const answer = await kernel.execute("prompt('second')", { onInput: () => 'yes' });
  assert.equal(result(answer), { 'text/plain': "'yes'" });
});

test('SIGINT does the same as the message, in a loop and in an await', async () => {
  const signal = () => kernel.process.child.kill('SIGINT');
  await endsInTime('while (true) {}', signal);
  await endsInTime('await new Promise(() => {})', signal);
});

test('on a busy machine the cell after an interrupted one runs', async () => {
  const busy = Array.from({ length: 4 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }),
  );
  try {
    for (let round = 0; round < 40; round++) {
      const cell = kernel.execute(round % 4 === 0 ? 'await new Promise(() => {})' : 'while (true) {}');
      await sleep(60 + 2 * round);
      if (round % 2 === 0) await kernel.interrupt();
      else kernel.process.child.kill('SIGINT');
      assert.is((await cell).content['ename'], 'KeyboardInterrupt');
      assert.equal(result(await kernel.execute('kept')), { 'text/plain': '41' }, `round ${round}`);
    }
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
});

test('a child process that a cell waits for is interrupted with it', async () => {
  const took = await timeToEnd("require('node:child_process').execSync('sleep 30')", () =>
    kernel.interrupt(),
  );
  assert.ok(took < 5000, `took ${took} ms`);
});

test('a cell that keeps itself going by timers stops printing once interrupted', async () => {
  let after = '';
  const cell = kernel.execute(
    'let n = 0; setInterval(() => console.log(n++), 5); await new Promise(() => {})',
  );
  await sleep(200);
  await kernel.interrupt();
  assert.ok(streamed(await cell).length > 0);
  const stop = kernel.onPublished((m) => {
    if (m.header.msg_type === 'stream') after += String(m.content['text']);
  });
  await sleep(200);
  stop();
  assert.is(after, '');
});

test('an interrupt while nothing runs harms nothing', async () => {
  await kernel.interrupt();
  assert.equal(result(await kernel.execute('kept + 1')), { 'text/plain': '42' });
});

test('cells behind an interrupted one are aborted', async () => {
  const running = kernel.execute('while (true) {}');
  const behind = kernel.execute('kept');
  await sleep(250);
  await kernel.interrupt();
  assert.is((await running).content['status'], 'error');
  assert.is((await behind).content['status'], 'aborted');
});

test('a kernel in a loop shuts down within two seconds, and a new one starts', async () => {
  void kernel.execute('while (true) {}').catch(() => {});
  await sleep(100);
  const started = performance.now();
  await kernel.shutdown(10_000);
  assert.ok(performance.now() - started < 2000);
  kernel = await launchKernel();
  assert.equal(result(await kernel.execute('typeof globalThis')), { 'text/plain': "'object'" });
});

test.run();
