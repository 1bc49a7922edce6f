import * as assert from 'uvu/assert';
import { modelVerdict, readerVerdict, ruleVerdict, type Verdict } from 'fides/concordance';
import type { CompletionRequest, LanguageModel } from 'fides/models';
import { suite } from '../support/suite.js';
import { PAIRS } from './pairs.js';

const test = suite('judges');

const shown = ({ checks }: Verdict) =>
  Object.entries(checks ?? {})
    .map(([check, yes]) => (yes ? check : '.'))
    .join('');

for (const { name, prose, code, language, holds } of PAIRS) {
  test(`the reader judges "${name}" as a person does: ${holds}`, () => {
    const verdict = readerVerdict(prose, code, language);
    assert.is(shown(verdict), holds, verdict.evidence.join('\n'));
  });
}

test('the reader gives a reason for each check', () => {
  const { prose, code, language } = PAIRS.find((p) => p.name === 'rsi, stop at 8 %')!;
  const { score, evidence } = readerVerdict(prose, code, language);
  assert.is(score, 0.75);
  assert.is(
    evidence.find((line) => line.startsWith('x')),
    'x no: the prose has a stop of 5, the code 8',
  );
});

test('code that takes no position agrees with nothing', () => {
  assert.is(
    readerVerdict('Buy when RSI(14) is below 30.', 'function strategy(df) { return df; }', 'javascript')
      .score,
    0,
  );
});

test('the reader survives what is no code', () => {
  for (const code of ['', '}{', 'def', 'function strategy(', '\u0000']) {
    assert.is(typeof readerVerdict('Buy.', code, 'typescript').score, 'number');
    assert.is(typeof readerVerdict('Buy.', code, 'python').score, 'number');
  }
});

test('the rule counts the lookbacks of the prose that stand in the code', () => {
  assert.is(ruleVerdict('SMA 20 and SMA 50', 'const fast = 20, slow = 100;').score, 0.5);
  assert.is(ruleVerdict('a 200-day average', 'mean(c, 200)').score, 1);
  assert.is(ruleVerdict('buy low', 'const w = 20;').score, null);
  assert.is(ruleVerdict('since 2020-05-10, 20.5 and 2000, a 5 % stop', '').score, null);
});

function says(
  text: string,
  finishReason: 'stop' | 'length' = 'stop',
): { model: LanguageModel; asked: CompletionRequest[] } {
  const asked: CompletionRequest[] = [];
  const identity = { name: 'j', digest: 'j', family: 'j' };
  const engine = { backend: 'replay', version: '1', device: 'none', sequences: 1 } as const;
  const model: LanguageModel = {
    identity,
    engine,
    contextSize: 1000,
    complete: async (request) => {
      asked.push(request);
      return {
        text,
        finishReason,
        promptTokens: 1,
        completionTokens: 1,
        key: 'k',
        model: identity,
        engine,
        timings: { millis: 0, cached: false, deviceName: '' },
      };
    },
    close: async () => {},
  };
  return { model, asked };
}
const STRATEGY = { prose: 'Buy.', code: 'x', language: 'typescript' } as const;
const ask = async (text: string, finish?: 'length') =>
  (await modelVerdict(says(text, finish).model, 'main', STRATEGY, { form: 'compact', seed: 1 })).verdict;

test("a model's answer is parsed, whatever its white space, as booleans or as yes and no", async () => {
  assert.is((await ask('{ "d": true,\n\n "i": false, "x": true, "m": true }\n\n\n')).score, 0.75);
  assert.is((await ask('{"d":"yes","i":"no","x":"Yes","m":"no"}')).score, 0.5);
  assert.equal((await ask('{"d":true,"i":true,"x":true,"m":true}')).checks, {
    d: true,
    i: true,
    x: true,
    m: true,
  });
});

test('an answer that cannot be used has no score and says why', async () => {
  assert.equal(await ask('I think so.'), {
    judge: 'main',
    checks: null,
    score: null,
    evidence: ['the judge gave no JSON object'],
  });
  assert.equal((await ask('{"d": tr', 'length')).evidence, ['the judge ran out of tokens']);
  assert.is((await ask('{"d":true,"i":true,"x":true}')).score, null);
  assert.is((await ask('{"d":true,"i":true,"x":true,"m":"maybe"}')).checks, null);
});

test('a judge is asked at temperature 0 through the schema', async () => {
  const { model, asked } = says('{}');
  await modelVerdict(model, 'main', STRATEGY, { form: 'compact', seed: 7 });
  assert.equal(asked[0]!.sampling, { temperature: 0, topP: 1, topK: 0, seed: 7 });
  assert.ok(asked[0]!.schema);
});

test.run();
