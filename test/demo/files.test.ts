import * as assert from 'uvu/assert';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codePrompt, dualPrompt, judgePrompt, promptDigests, prosePrompt } from 'fides/elicitation';
import { sha256 } from '#fides/base/digest.js';
import { shipped } from '#fides/base/paths.js';
import { suite, when } from '../support/suite.js';

const test = suite('files of the demonstration models');
const FOLDER = shipped('data', 'models', 'demo');
const PYTHON = ['/usr/bin/python3', 'python3'].find(
  (python) => spawnSync(python, ['--version']).status === 0,
);

interface Shipped {
  name: string;
  file: string;
  sha256: string;
  role: 'candidate' | 'judge' | 'swap judge';
  family: string;
}
const { models } = JSON.parse(readFileSync(join(FOLDER, 'models.json'), 'utf8')) as { models: Shipped[] };
const card = readFileSync(join(FOLDER, 'MODEL_CARD.md'), 'utf8');

test('two candidates, a judge and a swap judge ship, in 16 MB together', () => {
  assert.equal(models.map((m) => m.role).sort(), ['candidate', 'candidate', 'judge', 'swap judge']);
  const bytes = models.map((m) => statSync(join(FOLDER, m.file)).size).reduce((a, b) => a + b, 0);
  assert.ok(bytes <= 16e6, `${bytes}`);
});

test('every file is the one that was measured', () => {
  for (const { file, sha256: digest } of models) {
    assert.is(sha256(readFileSync(join(FOLDER, file))), digest, file);
    assert.ok(card.includes(digest), `the card names another ${file}`);
  }
});

test('the card says that the models are toys, and holds the digests of the compact templates they learned', () => {
  assert.match(card, /\btoys\b/);
  const compact = promptDigests().filter((d) => d.name.endsWith('.compact'));
  assert.is(compact.length, 4);
  for (const { name, digest } of compact)
    assert.ok(card.includes(`| ${name} | ${digest} |`), `${name} changed since training`);
});

when(
  test,
  PYTHON !== undefined,
  'no Python: the corpus was not compared with the prompts',
)('the corpus renders the prompts that the package sends', () => {
  const values = {
    symbol: 'SPX',
    inStart: '2000-01-01',
    inEnd: '2004-12-31',
    outStart: '2005-01-01',
    outEnd: '2006-12-31',
    prose: 'Buy & hold "it".',
    code: 'x < 1 && y',
  };
  const program = `import json, sys; sys.dont_write_bytecode = True; sys.path.insert(0, sys.argv[1]); import corpus
print(json.dumps([corpus.render(task, **json.loads(sys.argv[2])) for task in corpus.TASKS]))`;
  const rendered = JSON.parse(
    execFileSync(PYTHON!, ['-c', program, join(FOLDER, 'train'), JSON.stringify(values)], {
      encoding: 'utf8',
    }),
  ) as string[];
  const task = {
    symbol: values.symbol,
    inSample: { start: values.inStart, end: values.inEnd },
    outOfSample: { start: values.outStart, end: values.outEnd },
    context: '',
  };
  const options = { language: 'typescript', form: 'compact' } as const;
  const sent = [
    dualPrompt(task, options),
    prosePrompt(task, options),
    codePrompt(task, values.prose, options),
    judgePrompt(values.prose, values.code, 'typescript', 'compact'),
  ].map(([message]) => message!.content);
  assert.equal(rendered, sent);
});

test.run();
