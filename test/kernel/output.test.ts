/** Nothing printed is lost, and all of it comes before `idle` and under the cell it belongs to. */
import * as assert from 'uvu/assert';
import type { KernelClient } from 'fides/kernel';
import { launchKernel, ofType, result, streamed } from '../support/kernel.js';
import { suite } from '../support/suite.js';

const test = suite('kernel output');
let kernel: KernelClient;
test.before(async () => {
  kernel = await launchKernel();
});
test.after(() => kernel.shutdown());

test('a hundred thousand printed lines all arrive, in order, before idle', async () => {
  const answer = await kernel.execute('for (let i = 0; i < 100_000; i++) console.log(i)');
  const lines = streamed(answer).split('\n');
  assert.is(lines.length, 100_001);
  assert.is(
    lines.findIndex((line, i) => line !== String(i)),
    100_000, // the empty string behind the last newline
  );
  assert.ok(ofType(answer, 'stream').length < 2000, 'they come gathered');
});

test('ten megabytes from one cell arrive whole', async () => {
  const answer = await kernel.execute("process.stdout.write('é'.repeat(5 << 20)); console.log('end')");
  const text = streamed(answer);
  assert.is(text.length, (5 << 20) + 4);
  assert.is(text.slice(-5), 'éend\n');
});

test('of three hundred one-line cells none loses its line or its value', async () => {
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, i) => kernel.execute(`console.log('line ${i}'); ${i}`)),
  );
  const missing = answers.filter(
    (answer, i) => streamed(answer) !== `line ${i}\n` || result(answer)?.['text/plain'] !== String(i),
  );
  assert.is(missing.length, 0);
});

test('output arrives while a cell that never yields is still running', async () => {
  let running = true;
  let seen = false;
  const cell = kernel.execute(
    "console.log('early'); const until = Date.now() + 600; while (Date.now() < until);",
    {
      onOutput: (m) => (seen ||= running && m.header.msg_type === 'stream'),
    },
  );
  await new Promise((r) => setTimeout(r, 450));
  running = false;
  await cell;
  assert.ok(seen);
});

test('stdout and stderr keep their order', async () => {
  const { outputs } = await kernel.execute("console.log('1'); console.error('2'); console.log('3')");
  const streams = outputs.filter((m) => m.header.msg_type === 'stream');
  assert.equal(
    streams.map((m) => [m.content['name'], m.content['text']]),
    [
      ['stdout', '1\n'],
      ['stderr', '2\n'],
      ['stdout', '3\n'],
    ],
  );
});

test('bytes of one character written in two halves make that character', async () => {
  const answer = await kernel.execute(
    "const euro = Buffer.from('€'); process.stdout.write(euro.subarray(0, 1)); process.stdout.write(euro.subarray(1))",
  );
  assert.is(streamed(answer), '€');
});

test('a timer that outlives its cell prints under the cell that set it, also through promises', async () => {
  const heard = new Map<string, string>();
  kernel.onPublished((m) => {
    if (m.header.msg_type === 'stream')
      heard.set(m.parent.msg_id ?? '', (heard.get(m.parent.msg_id ?? '') ?? '') + String(m.content['text']));
  });
  const first = await kernel.execute(
    "setTimeout(async () => { console.log('timer'); await null; console.log('promise') }, 150); 0",
  );
  const second = await kernel.execute("await new Promise((r) => setTimeout(r, 400)); console.log('second')");
  assert.is(heard.get(first.reply.parent.msg_id ?? ''), 'timer\npromise\n');
  assert.is(streamed(second), 'second\n');
});

test('what a child process writes to inherited streams is shown', async () => {
  const answer = await kernel.execute(
    "import { spawnSync } from 'node:child_process';\nspawnSync('echo', ['from the child'], { stdio: 'inherit' }); 0",
  );
  assert.is(streamed(answer), 'from the child\n');
});

test('what a failing command says on stderr is shown', async () => {
  const answer = await kernel.execute("require('node:child_process').execSync('echo why >&2; exit 3')");
  assert.is(answer.content['status'], 'error');
  assert.is(streamed(answer, 'stderr'), 'why\n');
});

test.run();
