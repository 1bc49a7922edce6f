import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { fides as command } from '../support/cli.js';
import { suite } from '../support/suite.js';
import { scratch, tinyFile } from './ask.js';

const test = suite('fides models');
const home = scratch();
const file = tinyFile(home);

const fides = (...args: string[]) =>
  command(['models', ...args], {
    env: { OPENAI_API_KEY: undefined, FIDES_HOME: home, FIDES_CACHE: join(home, '.cache') },
  });

test('a model that was added is listed, found by name, and measured', async () => {
  assert.is((await fides('add', 'tiny', file, '--knowledge-cutoff', '2024-06-30')).code, 0);
  const list = JSON.parse((await fides('list', '--json')).out) as { name: string }[];
  assert.equal(list[0], { name: 'tiny', knowledgeCutoff: '2024-06-30', gguf: file, demonstration: false });
  const { out } = await fides('bench', 'tiny', '--cpu', '--tokens', '8', '--json');
  const bench = JSON.parse(out) as Record<string, number>;
  for (const figure of [
    'loadMillis',
    'memoryBytes',
    'promptTokensPerSecond',
    'generationTokensPerSecond',
    'ratio',
  ])
    assert.ok(bench[figure]! > 0, figure);
});

test('check prints what a file is and what it says', async () => {
  const { out, code } = await fides('check', file, '--cpu', '--tokens', '4');
  assert.is(code, 0);
  assert.match(out, /Architecture +llama, 1 layers, width 8/);
  assert.match(out, /Chat template +found/);
  assert.match(out, /Generated +4 tokens after a prompt of \d+/);
});

test('an address in place of a name is answered with how to name it', async () => {
  const { code, err } = await fides('check', 'http://127.0.0.1:9/v1');
  assert.is(code, 2);
  assert.match(err, /fides models add NAME http:\/\/127\.0\.0\.1:9\/v1 --model MODEL/);
});

test('a hosted model is added with the name of its key, never the key', async () => {
  const { code } = await fides(
    'add',
    'far',
    'https://models.example.org/v1',
    '--model',
    'm',
    '--key-variable',
    'FAR_KEY',
  );
  assert.is(code, 0);
  assert.match(readFileSync(join(home, 'data', 'models', 'models.json'), 'utf8'), '"keyVariable": "FAR_KEY"');
  const wrong = await fides(
    'add',
    'far',
    'https://models.example.org/v1',
    '--model',
    'm',
    '--key-variable',
    'sk-123',
  );
  assert.is(wrong.code, 2);
});

test('what cannot be done ends with code 2 and says what to do', async () => {
  const cases: [string[], RegExp][] = [
    [['check', 'nobody'], /no model or file called "nobody"/],
    [['add', 'm', 'https://models.example.org/v1'], /an address needs --model/],
    [['add', 'm', file, '--knowledge-cutoff', 'soon'], /a day such as 2024-06-30/],
    [['add', 'm', join(home, 'absent.gguf')], /ENOENT/],
    [['bench', file, '--tokens', '0'], /--tokens is 0/],
  ];
  await Promise.all(
    cases.map(async ([args, problem]) => {
      const { code, err } = await fides(...args);
      assert.is(code, 2, err);
      assert.match(err, problem);
    }),
  );
});

test.run();
