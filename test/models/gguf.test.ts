import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { checkGguf, openModel } from 'fides/models';
import { UserError } from '#fides/base/errors.js';
import { tryInChild } from '#fides/models/llama/probe.js';
import { suite } from '../support/suite.js';
import { tinyGguf, type TinyOptions } from '../support/tiny-gguf.js';
import { request, scratch, tinyFile, userError } from './ask.js';

const test = suite('GGUF check');
const folder = scratch();
const path = join(folder, 'case.gguf');

const problemOf = async (options: TinyOptions) => {
  writeFileSync(path, tinyGguf(options));
  return (await userError(() => checkGguf(path))).problem;
};

test('the metadata of a whole file is read', () => {
  const file = tinyFile(folder, { width: 8, layers: 2, context: 256 });
  const { chatTemplate, ...metadata } = checkGguf(file);
  assert.match(chatTemplate!, 'im_start');
  // 259 tokens x 8; a layer 2 norms of 8 and 7 matrices of 8 x 8; the last norm of 8. 4 bytes each.
  const parameters = 259 * 8 + 2 * (2 * 8 + 7 * 64) + 8;
  assert.equal(metadata, {
    path: file,
    fileBytes: readFileSync(file).length,
    name: 'tiny random model',
    architecture: 'llama',
    contextLength: 256,
    embeddingLength: 8,
    layers: 2,
    heads: 1,
    keyValueHeads: 1,
    vocabulary: 259,
    tokenizer: 'gpt2',
    parameters,
    quantisation: 'F32',
    weightBytes: 4 * parameters,
    unknownTypes: [],
  });
});

test('each key that llama.cpp needs is missed by name, also those whose absence aborts the process', async () => {
  const needed = [
    'general.architecture',
    'llama.context_length',
    'llama.embedding_length',
    'llama.block_count',
    'llama.feed_forward_length',
    'llama.attention.head_count',
    'llama.attention.layer_norm_rms_epsilon',
    'tokenizer.ggml.model',
    'tokenizer.ggml.tokens',
    'tokenizer.ggml.merges',
  ];
  for (const key of needed) assert.match(await problemOf({ without: [key] }), `the key ${key} is missing`);
});

test('values that cannot be are refused', async () => {
  const wrong: [string, number | string, RegExp][] = [
    ['llama.attention.head_count', 0, /head_count is 0/],
    ['llama.attention.head_count', 3, /does not divide into 3 heads/],
    ['llama.block_count', 0, /block_count is 0/],
    ['tokenizer.ggml.eos_token_id', 9999, /eos token lies outside/],
    ['llama.embedding_length', 7, /token_embd/],
  ];
  for (const [key, value, problem] of wrong)
    assert.match(await problemOf({ change: { [key]: value } }), problem);
});

test('other files are told from GGUF files', async () => {
  for (const [content, problem] of [
    ['', 'is not a GGUF file'],
    ['PK\u0003\u0004 a zip file, perhaps of PyTorch weights', 'is not a GGUF file'],
    ['GGUF\u0009\u0000\u0000\u0000 and more bytes than a header has', 'is GGUF version 9'],
  ] as const) {
    writeFileSync(path, content);
    assert.match((await userError(() => checkGguf(path))).problem, problem);
  }
  assert.match((await userError(() => checkGguf(join(folder, 'absent.gguf')))).problem, 'ENOENT');
  assert.match((await userError(() => checkGguf(folder))).problem, 'is a folder');
});

test('a file cut anywhere is refused', () => {
  const whole = tinyGguf();
  fc.assert(
    fc.property(fc.nat(whole.length - 1), (length) => {
      writeFileSync(path, whole.subarray(0, length));
      assert.throws(
        () => checkGguf(path),
        (error: unknown) => error instanceof UserError,
      );
    }),
    { numRuns: 150 },
  );
});

test('a file with harmed bytes is read or refused, never a bug', () => {
  const whole = tinyGguf();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      (harms) => {
        const harmed = Buffer.from(whole);
        for (const [at, byte] of harms) harmed[at] = byte;
        writeFileSync(path, harmed);
        try {
          checkGguf(path);
        } catch (error) {
          assert.instance(error, UserError);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('an architecture that llama.cpp does not know is refused by a child, with its reason', async () => {
  const bytes = tinyGguf();
  const renamed = Buffer.from(bytes.toString('latin1').replaceAll('llama', 'lalma'), 'latin1');
  writeFileSync(path, renamed);
  const error = await userError(() => openModel({ name: 'odd', gguf: path }, { gpu: false }));
  assert.match(error.problem, /architecture lalma.*unknown model architecture/);
});

test('a child reports what a file says', async () => {
  const gguf = tinyFile(folder);
  const trial = { path: gguf, gpu: false, prompt: 'Hello', maxTokens: 4 } as const;
  const { completionTokens, device } = await tryInChild(trial);
  assert.is(completionTokens, 4);
  assert.match(device, 'thread');
});

test('a file that llama.cpp aborts on ends the child, not this process', async () => {
  // What would happen if the check let a file pass that it should not: the child dies, and says how.
  const error = await userError(() =>
    tryInChild({ path: '/dev/null', gpu: false, prompt: '', maxTokens: 1 }),
  );
  assert.match(error.problem, 'is not a GGUF file');
});

test('a missing tensor is an error, not an abort', async () => {
  const bytes = tinyGguf().toString('latin1').replace('blk.0.attn_q.weight', 'blk.0.attn_z.weight');
  writeFileSync(path, Buffer.from(bytes, 'latin1'));
  const model = await openModel({ name: 'holey', gguf: path }, { gpu: false });
  const error = await userError(() => model.complete(request('Hi')));
  assert.match(error.problem, 'attn_q');
  await model.close();
});

test.run();
