import * as assert from 'uvu/assert';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dualPrompt, JUDGE_SCHEMA, judgePrompt, parseDelivery } from 'fides/elicitation';
import { sp500, SP500_WINDOWS } from 'fides/market';
import { openModel, type LanguageModel } from 'fides/models';
import { createSandbox, type Sandbox } from 'fides/sandbox';
import { shipped } from '#fides/base/paths.js';
import { suite } from '../support/suite.js';

const test = suite('inference with the demonstration models');
const FOLDER = shipped('data', 'models', 'demo');
const gguf = (name: string) => join(FOLDER, `${name}.gguf`);

let sandbox: Sandbox;
test.before(async () => {
  sandbox = await createSandbox();
});
test.after(() => sandbox.close());

async function withModel<T>(name: string, use: (model: LanguageModel) => Promise<T>): Promise<T> {
  const model = await openModel({ name, gguf: gguf(name) });
  try {
    return await use(model);
  } finally {
    await model.close();
  }
}

for (const name of ['fides-demo-a', 'fides-demo-b'])
  test(`of 8 deliveries of ${name} at least 7 parse and run, and at least 7 are about the ticker asked for`, async () => {
    const bars = sp500();
    let ran = 0;
    let named = 0;
    await withModel(name, async (model) => {
      for (let n = 0; n < 8; n++) {
        const symbol = n < 5 ? 'SPX' : ['SPY', 'TLT', 'XLE'][n - 5]!;
        const outOfSample = SP500_WINDOWS[n % SP500_WINDOWS.length]!;
        const { text } = await model.complete({
          messages: dualPrompt(
            { symbol, inSample: { start: '2000-01-01', end: '2004-12-31' }, outOfSample, context: '' },
            { language: 'typescript', form: 'compact' },
          ),
          sampling: { temperature: 1, topP: 1, topK: 0, seed: 5000 + n },
          maxTokens: 700,
        });
        const delivery = parseDelivery(text, 'typescript');
        if (delivery.prose.includes(` ${symbol}`)) named++;
        if (delivery.failure === null && (await sandbox.run(delivery, bars)).outcome === 'ok') ran++;
      }
    });
    assert.ok(ran >= 7, `${ran} of 8 ran`);
    assert.ok(named >= 7, `${named} of 8 name their ticker`);
  });

for (const name of ['fides-demo-judge', 'fides-demo-swap'])
  test(`every verdict of ${name} has the four checks, and most are right`, async () => {
    const lines = readFileSync(join(FOLDER, 'held-out.jsonl'), 'utf8').split('\n').slice(0, 8);
    let right = 0;
    await withModel(name, async (model) => {
      for (const line of lines) {
        const { prose, code, checks } = JSON.parse(line) as {
          prose: string;
          code: string;
          checks: Record<string, boolean>;
        };
        const { text } = await model.complete({
          messages: judgePrompt(prose, code, 'typescript', 'compact'),
          sampling: { temperature: 0, topP: 1, topK: 0, seed: 0 },
          maxTokens: 60,
          schema: JUDGE_SCHEMA,
        });
        const verdict = JSON.parse(text) as Record<string, unknown>;
        assert.equal(Object.keys(verdict), ['d', 'i', 'x', 'm']);
        for (const [check, holds] of Object.entries(checks)) {
          assert.type(verdict[check], 'boolean');
          if (verdict[check] === holds) right++;
        }
      }
    });
    assert.ok(right >= 26, `${right} of 32`);
  });

test('the same seed gives the same bytes in two processes, and another seed gives others', () => {
  const deliver = (seed: number) =>
    execFileSync(
      process.execPath,
      [join(import.meta.dirname, 'deliver.mjs'), gguf('fides-demo-a'), String(seed)],
      {
        encoding: 'utf8',
      },
    );
  const first = deliver(42);
  assert.ok(first.length > 200);
  assert.is(deliver(42), first);
  assert.is.not(deliver(43), first);
});

test.run();
