import * as assert from 'uvu/assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  codePrompt,
  dualPrompt,
  JUDGE_SCHEMA,
  judgePrompt,
  marketContext,
  promptDigests,
  prosePrompt,
  type PromptTask,
} from 'fides/elicitation';
import type { Bars } from 'fides/market';
import { sha256 } from '#fides/base/digest.js';
import { shipped } from '#fides/base/paths.js';
import { suite } from '../support/suite.js';

const test = suite('prompts');
const FOLDER = shipped('templates', 'prompts');

const task: PromptTask = {
  symbol: 'SPX',
  inSample: { start: '2000-01-01', end: '2004-12-31' },
  outOfSample: { start: '2005-01-01', end: '2006-12-31' },
  context: 'CONTEXT',
};
const text = (messages: readonly { content: string }[]) => messages.map((m) => m.content).join('\n');

test('the compact dual prompt is the text that the demonstration model was trained on', () => {
  assert.is(
    text(dualPrompt(task, { language: 'typescript', form: 'compact' })),
    'Ticker SPX. In sample 2000-01-01 to 2004-12-31, traded 2005-01-01 to 2006-12-31.\n' +
      'Write a daily strategy: Inputs, Entry, Exit, Risk, Claimed edge. Then strategy(df) in TypeScript: -1, 0 or 1 for each bar of df.close, from bars up to it.',
  );
});

test('compact templates hold placeholders only, so that any language can fill them', () => {
  for (const file of readdirSync(FOLDER).filter((f) => f.includes('.compact.')))
    assert.not.match(readFileSync(join(FOLDER, file), 'utf8').replace(/\{\{ \w+ \}\}/g, ''), /[{}]/);
});

test('full prompts give ticker, both windows, the context, the contract, the timing rule and the label of the claim', () => {
  for (const language of ['typescript', 'python'] as const) {
    const dual = text(dualPrompt(task, { language, form: 'full' }));
    for (const part of [
      'SPX',
      '2000-01-01 to 2004-12-31',
      '2005-01-01 to 2006-12-31',
      'CONTEXT',
      'strategy(df)',
      'close of day t',
      't + 1',
      'Claimed edge:',
    ])
      assert.ok(dual.includes(part), `${language}: ${part}`);
    assert.is(dual.includes('df.close'), language === 'typescript');
    assert.is(dual.includes('`Close`'), language === 'python');
  }
});

test('the two stages ask for prose without code, then for code of that prose', () => {
  for (const form of ['full', 'compact'] as const) {
    const prose = text(prosePrompt(task, { language: 'typescript', form }));
    assert.not.match(prose, /strategy\(df\)/);
    assert.match(prose, /Claimed edge/);
    assert.match(
      text(codePrompt(task, 'BUY {{ low }}', { language: 'python', form })),
      /BUY \{\{ low \}\}[\s\S]*Python/,
    );
  }
});

test('prose and code reach the judge unescaped and uninterpreted', () => {
  for (const form of ['full', 'compact'] as const) {
    const prompt = text(judgePrompt('a < b && "c"', '{% if x %} {{ y }} `z`', 'typescript', form));
    assert.ok(prompt.includes('a < b && "c"') && prompt.includes('```ts\n{% if x %} {{ y }} `z`\n```'));
  }
  assert.equal(Object.keys(JUDGE_SCHEMA.properties as object), ['d', 'i', 'x', 'm']);
});

test('a prompt is one user message', () => {
  assert.equal(
    dualPrompt(task, { language: 'python', form: 'full' }).map((m) => m.role),
    ['user'],
  );
});

test('digests name every template file and are of its bytes', () => {
  const digests = promptDigests();
  assert.equal(
    digests.map((d) => d.name),
    readdirSync(FOLDER)
      .map((f) => f.replace('.njk', ''))
      .sort(),
  );
  assert.is(
    digests.find((d) => d.name === 'dual.compact')!.digest,
    sha256(readFileSync(join(FOLDER, 'dual.compact.njk'))),
  );
});

test('the context tells a window of bars in a few figures, and nothing of what follows it', () => {
  // Five bars from Thursday 1 January 2004: 100, 110, 99, 108.9 and, after the window, 1000.
  // Returns +10 %, -10 %, +10 %; mean 3.333 %, population deviation 9.428 %, times sqrt(252) = 150 % a year.
  const day = (n: number) => Date.UTC(2004, 0, n);
  const close = Float64Array.from([100, 110, 99, 108.9, 1000]);
  const bars: Bars = {
    symbol: 'X',
    calendar: 'exchange',
    resolution: 'day',
    time: Float64Array.from([day(1), day(2), day(5), day(6), day(7)]),
    open: close,
    high: close,
    low: close,
    close,
    volume: close,
    source: { format: 'synthetic', name: 'test', digest: '', synthetic: true },
  };
  const context = marketContext(bars, { start: '2004-01-01', end: '2004-01-06' });
  assert.match(context, '4 bars, 2004-01-01 to 2004-01-06; close 100 to 108.9, +8.9 % in all');
  assert.match(context, 'Volatility 150 % a year; deepest fall from a high -10.0 %; 67 % of bars up.');
  assert.match(context, 'By year: 2004 +8.9 %.');
  assert.match(context, 'Last closes: 100, 110, 99, 108.9.');
  assert.not.match(context, '1000');
});

test.run();
