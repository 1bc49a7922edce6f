import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { KernelClient } from 'fides/kernel';
import { lineStartsInCode } from '#kernel/magics/code-lines.js';
import { launchKernel, ofType, result, streamed } from '../support/kernel.js';
import { suite } from '../support/suite.js';

const test = suite('magics');
let kernel: KernelClient;
let folder: string;
test.before(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'magics-')));
  const kernelModule = new URL('../../dist/kernel-extensions/index.js', import.meta.url).href;
  writeFileSync(
    join(folder, 'extension.mjs'),
    `import { registerMagic } from '${kernelModule}';
    export function extendKernel() {
      registerMagic({ name: 'greet', help: 'NAME greets', line: (args) => 'Hello ' + args });
    }`,
  );
  kernel = await launchKernel({ args: ['--extension', join(folder, 'extension.mjs')] });
});
test.after(async () => {
  await kernel.shutdown();
  rmSync(folder, { recursive: true });
});

test('%time tells the time of an expression and gives its value', async () => {
  const answer = await kernel.execute('%time 6 * 7');
  assert.match(streamed(answer), /CPU times: user .*\nWall time: .*m?s\n/);
  assert.equal(result(answer), { 'text/plain': '42' });
});

test('%time before a declaration leaves the name in the cell', async () => {
  const answer = await kernel.execute('%time const timed = await Promise.resolve(5);\ntimed');
  assert.match(streamed(answer), 'Wall time');
  assert.equal(result(answer), { 'text/plain': '5' });
});

test('%%time runs the cell, gives its value, and keeps its line numbers', async () => {
  const good = await kernel.execute('%%time\nconst inCell = 3;\ninCell');
  assert.match(streamed(good), 'Wall time');
  assert.equal(result(good), { 'text/plain': '3' });
  const bad = await kernel.execute("%%time\n\nconst n: number = 'text'");
  assert.is(bad.content['status'], 'error');
  assert.match((bad.content['traceback'] as string[]).join('\n'), /\b3:7\b|line 3\b/);
});

test('%env sets and shows a variable', async () => {
  const answer = await kernel.execute('%env FIDES_TEST=some value\n%env FIDES_TEST');
  assert.equal(result(answer), { 'text/plain': "'some value'" });
  assert.equal(result(await kernel.execute("process.env['FIDES_TEST']")), { 'text/plain': "'some value'" });
});

test('%cd moves to a folder and says so', async () => {
  const answer = await kernel.execute(`%cd ${folder}\nprocess.cwd()`);
  assert.is(streamed(answer), `${folder}\n`);
  assert.equal(result(answer), { 'text/plain': `'${folder}'` });
});

test('%load puts a file in place of the cell', async () => {
  writeFileSync(join(folder, 'snippet.ts'), 'const loaded = 1\n');
  const answer = await kernel.execute(`%load ${folder}/snippet.ts`);
  assert.equal(answer.content['payload'], [
    { source: 'set_next_input', text: 'const loaded = 1\n', replace: true },
  ]);
});

test('%%bash streams what a script writes, and fails with its exit code', async () => {
  const good = await kernel.execute('%%bash\necho out\necho err >&2');
  assert.equal([streamed(good), streamed(good, 'stderr')], ['out\n', 'err\n']);
  const bad = await kernel.execute('%%bash\nexit 3');
  assert.equal([bad.content['ename'], bad.content['evalue']], ['ShellError', 'bash ended with exit code 3']);
});

test('%%bash ends when it is interrupted', async () => {
  const cell = kernel.execute('%%bash\nsleep 30');
  await new Promise((r) => setTimeout(r, 300));
  await kernel.interrupt();
  assert.is((await cell).content['status'], 'error');
});

test('an extension’s magic is loaded when it is first used, and stands in %help', async () => {
  assert.equal(result(await kernel.execute('%greet Ada')), { 'text/plain': "'Hello Ada'" });
  assert.match(streamed(await kernel.execute('%help')), /%greet +NAME greets/);
});

test('an unknown magic fails and says where to look', async () => {
  const answer = await kernel.execute('1\n%nothing');
  assert.equal([answer.content['ename'], ofType(answer, 'error').length], ['UnknownMagic', 1]);
  assert.match(String(answer.content['evalue']), '%help');
});

test('a percent sign in a template, a comment or a calculation is no magic', async () => {
  const answer = await kernel.execute('const text = `\n%env A\n`;\n/*\n%cd /\n*/\ntext.length + 7\n% 5');
  assert.equal(result(answer), { 'text/plain': '10' }); // 8 + (7 % 5)
});

test('lines that start in templates and comments are told from code', () => {
  const starts = lineStartsInCode('a`\n${ {\n} }\n`;\n/`/.test("`");\n/*\n*/ b');
  assert.equal(starts, [true, false, true, false, true, true, false]);
});

test.run();
