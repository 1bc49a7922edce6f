import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import {
  cached,
  completionCache,
  completionKey,
  replayModel,
  requestKey,
  type Completion,
  type LanguageModel,
} from 'fides/models';
import { suite } from '../support/suite.js';
import { request, scratch, userError } from './ask.js';

const test = suite('completion cache');
const folder = scratch();
let stores = 0;
const newFolder = () => join(folder, `store-${(stores += 1)}`);

/** A model that counts how often it is asked; what it says depends on the seed. */
function counting(changes: Partial<LanguageModel> = {}) {
  const asked: string[] = [];
  const identity = { name: 'counting', digest: 'd1', family: 'none' };
  const engine = { backend: 'llama', version: '1', device: 'cpu', sequences: 1 } as const;
  const model: LanguageModel = {
    identity,
    engine,
    contextSize: 512,
    async complete(asking) {
      asked.push(asking.messages[0]!.content);
      return {
        text: `reply ${asking.sampling.seed} é\u2028`,
        finishReason: 'stop',
        promptTokens: 3,
        completionTokens: 4,
        key: completionKey(this.identity, this.engine, asking),
        model: this.identity,
        engine: this.engine,
        timings: { millis: 12, cached: false, deviceName: 'here' },
      };
    },
    close: () => Promise.resolve(),
    ...changes,
  };
  return { model, asked };
}

const entryOf = (store: string, key: string) => join(store, key.slice(0, 2), `${key}.json`);

test('a second run asks the model nothing and gets the same text, marked as cached', async () => {
  const store = newFolder();
  const first = counting();
  const one = await cached(first.model, completionCache(store)).complete(request('Hello'));
  const second = counting();
  const two = await cached(second.model, completionCache(store)).complete(request('Hello'));
  assert.equal([first.asked, second.asked], [['Hello'], []]);
  assert.is(two.text, one.text);
  assert.is(two.key, one.key);
  assert.equal(two.timings, { millis: 0, cached: true, deviceName: 'here' });
});

test('the same request under way twice is asked once', async () => {
  const { model, asked } = counting();
  const behind = cached(model, completionCache(newFolder()));
  await Promise.all([behind.complete(request('Twin')), behind.complete(request('Twin'))]);
  assert.is(asked.length, 1);
});

test('a failed request is asked again', async () => {
  let failures = 0;
  const { model } = counting();
  const flaky = {
    ...model,
    complete: (...args: Parameters<LanguageModel['complete']>) =>
      failures++ ? model.complete(...args) : Promise.reject(new Error('down')),
  };
  const behind = cached(flaky, completionCache(newFolder()));
  assert.is(await behind.complete(request('Hello')).catch((e: Error) => e.message), 'down');
  assert.ok((await behind.complete(request('Hello'))).text);
});

test('a completion that ended in error is not kept', async () => {
  const { model, asked } = counting();
  const complete = async (...args: Parameters<LanguageModel['complete']>): Promise<Completion> => ({
    ...(await model.complete(...args)),
    finishReason: 'error',
  });
  const behind = cached({ ...model, complete }, completionCache(newFolder()));
  await behind.complete(request('Hello'));
  await behind.complete(request('Hello'));
  assert.is(asked.length, 2);
});

test('every part of the key matters: model, prompt, sampling, limit, schema, engine', () => {
  const { model } = counting();
  const { identity, engine } = model;
  const base = request('Hello');
  const keys = [
    completionKey(identity, engine, base),
    completionKey({ ...identity, digest: 'd2' }, engine, base),
    completionKey(identity, { ...engine, version: '2' }, base),
    completionKey(identity, { ...engine, device: 'cuda' }, base),
    completionKey(identity, { ...engine, sequences: 4 }, base),
    completionKey(identity, { ...engine, address: 'http://localhost' }, base),
    completionKey(identity, engine, request('Hello!')),
    completionKey(identity, engine, { ...base, maxTokens: 25 }),
    completionKey(identity, engine, { ...base, schema: { type: 'boolean' } }),
    ...(['temperature', 'topP', 'topK', 'seed'] as const).map((member) =>
      completionKey(identity, engine, { ...base, sampling: { ...base.sampling, [member]: 0.5 } }),
    ),
  ];
  assert.is(new Set(keys).size, keys.length);
  assert.is(completionKey({ ...identity, name: 'renamed' }, engine, base), keys[0]);
  assert.is(requestKey(identity, base), requestKey(identity, { ...base }));
});

test('a torn, altered, empty or misplaced entry counts as absent and is made anew', async () => {
  const store = newFolder();
  const { model, asked } = counting();
  const behind = cached(model, completionCache(store));
  const { key, text } = await behind.complete(request('Hello'));
  const entry = entryOf(store, key);
  const whole = readFileSync(entry, 'utf8');
  const other = await behind.complete(request('Other'));
  const harms = [
    () => truncateSync(entry, whole.length - 10),
    () => truncateSync(entry, 0),
    () => writeFileSync(entry, whole.replace('reply 7', 'reply 8')),
    () => writeFileSync(entry, whole.replace('"completionTokens":4', '"completionTokens":5')),
    () => writeFileSync(entry, 'null'),
    () => writeFileSync(entry, readFileSync(entryOf(store, other.key))),
  ];
  for (const harm of harms) {
    harm();
    const before = asked.length;
    assert.is((await behind.complete(request('Hello'))).text, text);
    assert.is(asked.length, before + 1);
    assert.is(readFileSync(entry, 'utf8'), whole);
  }
});

test('no change of a byte goes unnoticed', async () => {
  const store = newFolder();
  const { model } = counting();
  const { key } = await cached(model, completionCache(store)).complete(request('Hello'));
  const whole = readFileSync(entryOf(store, key));
  const read = completionCache(store).get(key);
  fc.assert(
    fc.property(fc.nat(whole.length - 2), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const harmed = Buffer.from(whole);
      harmed[at] = harmed[at]! ^ flip;
      writeFileSync(entryOf(store, key), harmed);
      const got = completionCache(store).get(key);
      // White space or an escape may read as the same value; a different value must not be read.
      if (got !== undefined) assert.equal(got, read);
    }),
    { numRuns: 200 },
  );
});

test('kill -9 while entries are written leaves only whole entries to be read', async () => {
  const store = newFolder();
  mkdirSync(store, { recursive: true });
  for (let round = 0; round < 3; round += 1) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures', 'fill-cache.mjs'), store], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((ready) => child.stdout.once('data', ready));
    await sleep(20 + 37 * round);
    child.kill('SIGKILL');
    await new Promise((closed) => child.once('close', closed));
  }
  const read = completionCache(store);
  const entries = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((f) =>
    /\/[0-9a-f]{64}\.json$/.test(f),
  );
  assert.ok(entries.length > 0);
  for (const entry of entries) assert.is(read.get(entry.slice(3, 67))?.text.length, 200_000);
});

test('a replay gives the recorded completion, found by request whatever engine made it', async () => {
  const { model } = counting();
  const recorded = await model.complete(request('Hello'));
  const { identity, contextSize } = model;
  const runs = new Map([[requestKey(identity, request('Hello')), recorded]]);
  const replay = replayModel({ identity, contextSize, find: (key) => runs.get(key) });
  const again = await replay.complete(request('Hello'));
  assert.equal({ ...again, timings: null }, { ...recorded, timings: null });
  assert.ok(again.timings.cached);
  const error = await userError(() => replay.complete(request('Something else')));
  assert.match(error.problem, 'holds no completion of counting');
});

test.run();
