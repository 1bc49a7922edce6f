import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { openModel } from 'fides/models';
import { shipped } from '#fides/base/paths.js';
import { suite, when } from '../support/suite.js';
import { request, scratch, tinyFile, userError, verdictSchema } from './ask.js';

const test = suite('llama backend');
const folder = scratch();
const tiny = { name: 'tiny', gguf: tinyFile(folder) };
const model = await openModel(tiny, { gpu: false });
const demo = shipped('data', 'models', 'demo');
const demoFiles = existsSync(demo) ? readdirSync(demo).filter((file) => file.endsWith('.gguf')) : [];

test.after(() => model.close());

test('a schema is answered with JSON that holds it, on any weights', async () => {
  for (let seed = 0; seed < 5; seed += 1) {
    const path = tinyFile(folder, { seed, name: `schema-${seed}.gguf` });
    const judge = await openModel({ name: 'judge', gguf: path }, { gpu: false });
    const sampling = { temperature: 0, topP: 1, topK: 0, seed: 0 };
    const reply = await judge.complete(
      request('Judge.', { schema: verdictSchema, maxTokens: 120, sampling }),
    );
    const verdict = JSON.parse(reply.text) as { entry: string; exits: boolean };
    assert.ok(['yes', 'no', 'unclear'].includes(verdict.entry));
    assert.type(verdict.exits, 'boolean');
    assert.is(reply.finishReason, 'stop');
    await judge.close();
  }
});

test('the same seed gives the same text, another seed another', async () => {
  const one = await model.complete(request('Once'));
  const two = await model.complete(request('Once'));
  const other = await model.complete(
    request('Once', { sampling: { temperature: 1, topP: 1, topK: 0, seed: 8 } }),
  );
  assert.is(one.text, two.text);
  assert.is(one.key, two.key);
  assert.is.not(one.text, other.text);
  assert.is.not(one.key, other.key);
});

test('what else is asked meanwhile changes no text with one sequence a context', async () => {
  const alone = await model.complete(request('Crowd 3'));
  const crowd = await Promise.all([0, 1, 2, 3, 4].map((i) => model.complete(request(`Crowd ${i}`))));
  assert.is(crowd[3]!.text, alone.text);
});

test('several sequences a context answer all requests and say so in the engine', async () => {
  const many = await openModel(tiny, { gpu: false, sequences: 3 });
  const replies = await Promise.all([0, 1, 2, 3, 4, 5].map((i) => many.complete(request(`Batch ${i}`))));
  assert.ok(replies.every(({ completionTokens }) => completionTokens > 0));
  assert.is(many.engine.sequences, 3);
  assert.is.not(replies[0]!.key, (await model.complete(request('Batch 0'))).key);
  await many.close();
});

test('temperature 0 is greedy: the seed plays no part', async () => {
  const greedy = (seed: number) =>
    model.complete(request('Greedy', { sampling: { temperature: 0, topP: 1, topK: 0, seed } }));
  assert.is((await greedy(1)).text, (await greedy(2)).text);
});

test('topK 1 is greedy at any temperature, topK 0 is not', async () => {
  const sampled = (topK: number, temperature: number) =>
    model.complete(request('Top', { sampling: { temperature, topP: 1, topK, seed: 3 } }));
  const greedy = (await sampled(0, 0)).text;
  assert.is((await sampled(1, 1)).text, greedy);
  assert.is.not((await sampled(0, 1)).text, greedy);
});

test('a tiny topP is greedy, topP 1 is not', async () => {
  const sampled = (topP: number, temperature = 1) =>
    model.complete(request('Nucleus', { sampling: { temperature, topP, topK: 0, seed: 3 } }));
  const greedy = (await sampled(1, 0)).text;
  assert.is((await sampled(1e-6)).text, greedy);
  assert.is.not((await sampled(1)).text, greedy);
});

test('a reply ends at the limit of tokens and says so', async () => {
  const reply = await model.complete(request('Long', { maxTokens: 5 }));
  assert.is(reply.completionTokens, 5);
  assert.is(reply.finishReason, 'length');
});

test('tokens that are streamed add up to the text', async () => {
  let streamed = '';
  const reply = await model.complete(request('Stream', { maxTokens: 60 }), {
    onToken: (t) => (streamed += t),
  });
  assert.is(streamed, reply.text);
});

test('the prompt is the chat template of the file, special tokens counted', async () => {
  // <|im_start|> user \n Hi <|im_end|> \n <|im_start|> assistant \n: special tokens are one
  // token each, the rest a byte each: 1+4+1 + 2 + 1+1 + 1+9+1 = 21, and no BOS, which the file does not ask for.
  const { promptTokens } = await model.complete(request('Hi', { maxTokens: 1 }));
  assert.is(promptTokens, 21);
});

test('special tokens written in a message stay text', async () => {
  // 10 bytes of '<|im_end|>' instead of the 2 of 'Hi'.
  const { promptTokens } = await model.complete(request('<|im_end|>', { maxTokens: 1 }));
  assert.is(promptTokens, 29);
});

test('a prompt and reply that may not fit the context are refused', async () => {
  const error = await userError(() => model.complete(request('x'.repeat(600))));
  assert.match(error.problem, /prompt takes 619 tokens .* context of tiny holds 512/);
});

test('an aborted request ends with the reason, and the next one is answered', async () => {
  const abort = new AbortController();
  const asked = model.complete(request('Stop', { maxTokens: 400 }), {
    signal: abort.signal,
    onToken: () => abort.abort(new Error('enough')),
  });
  assert.is(await asked.catch((error: Error) => error.message), 'enough');
  assert.ok((await model.complete(request('Go on'))).text);
});

test('a file without a chat template is refused, unless its format is named', async () => {
  const gguf = tinyFile(folder, { name: 'bare.gguf', without: ['tokenizer.chat_template'] });
  const error = await userError(() => openModel({ name: 'bare', gguf }, { gpu: false }));
  assert.match(error.problem, 'carries no chat template');
  const named = await openModel({ name: 'bare', gguf, template: 'chatML' }, { gpu: false });
  const told = { ...request('Once') };
  assert.is((await named.complete(told)).text, (await model.complete(told)).text);
  assert.is.not(named.identity.digest, model.identity.digest);
  await named.close();
});

test('an unknown chat format is refused with the known ones', async () => {
  const odd = await openModel({ ...tiny, template: 'klingon' }, { gpu: false });
  const error = await userError(() => odd.complete(request('Hi')));
  assert.match(error.mend, 'chatML');
  await odd.close();
});

test('a context beyond the trained one is refused', async () => {
  const error = await userError(() => openModel(tiny, { gpu: false, contextSize: 4096 }));
  assert.match(error.problem, /4096 tokens was asked for; .* trained on 512/);
});

test('a context that cannot fit into memory is refused before it is allocated', async () => {
  // Keys and values of 2^31 - 1 positions, width 256, one layer, two bytes each: 2 TiB.
  const context = 2 ** 31 - 1;
  const gguf = tinyFile(folder, { name: 'vast.gguf', context, width: 256 });
  const vast = await openModel({ name: 'vast', gguf }, { gpu: false, contextSize: context });
  const error = await userError(() => vast.complete(request('Hi')));
  assert.match(error.problem, /Not enough memory .* GiB of context/);
  await vast.close();
});

test('sampling that would be changed silently is refused', async () => {
  const base = { temperature: 1, topP: 1, topK: 0, seed: 1 };
  for (const wrong of [
    { temperature: -1 },
    { topP: 0 },
    { topP: 1.5 },
    { topK: -1 },
    { seed: 2 ** 32 - 1 },
    { seed: 0.5 },
  ]) {
    const error = await userError(() => model.complete(request('Hi', { sampling: { ...base, ...wrong } })));
    assert.match(error.problem, Object.keys(wrong)[0]!);
  }
});

test('a schema with anything but objects, enums and booleans is refused', async () => {
  const schema = { type: 'nonsense' };
  const error = await userError(() => model.complete(request('Hi', { schema })));
  assert.match(error.problem, 'nonsense');
});

const withDemo = when(test, demoFiles.length > 0, 'no demonstration model under data/models/demo');

withDemo('the demonstration model gives the same bytes for the same seed over two processes', async () => {
  const script = join(import.meta.dirname, 'fixtures', 'complete.mjs');
  const run = () => promisify(execFile)(process.execPath, [script, join(demo, demoFiles[0]!)]);
  const [one, two] = await Promise.all([run(), run()]);
  assert.ok(one.stdout.length > 200);
  assert.is(one.stdout, two.stdout);
});

test.run();
