import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import type { LanguageModel } from 'fides/models';
import { silent } from '#fides/base/progress.js';
import { openHosted } from '#fides/models/openai/open.js';
import { retryAfter } from '#fides/models/openai/transient.js';
import { suite } from '../support/suite.js';
import { request, userError, verdictSchema } from './ask.js';

const test = suite('openai backend');
const KEY = 'sk-secret-1234567890';
process.env.FIDES_TEST_KEY = KEY;
process.env.OPENAI_API_KEY = 'sk-default-0987654321';

interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}
type Behaviour = (response: ServerResponse, asked: Asked) => void;

/** A server that behaves as told, one behaviour a request; the last one goes on. */
async function serve(...behaviours: Behaviour[]) {
  const asked: Asked[] = [];
  const server = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
    incoming.on('end', () => {
      const one = { headers: incoming.headers, body: JSON.parse(text) as Record<string, unknown> };
      asked.push(one);
      behaviours[Math.min(asked.length, behaviours.length) - 1]!(response, one);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  servers.push(server);
  return { asked, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

const servers: Server[] = [];
test.after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Waits are recorded and take no time. */
function open(address: string, changes: Record<string, unknown> = {}) {
  const waits: number[] = [];
  const notes: string[] = [];
  let now = 1_000_000;
  const clock = {
    now: () => now,
    wait: (millis: number) => {
      waits.push(Math.round(millis));
      now += millis;
      return Promise.resolve();
    },
  };
  const server = { address, model: 'gpt-test', keyVariable: 'FIDES_TEST_KEY', ...changes };
  const model: LanguageModel = openHosted(
    { name: 'hosted', server },
    { progress: { ...silent, note: (line) => notes.push(line) } },
    clock,
  );
  return { model, waits, notes };
}

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const delta = (content: string, finish_reason: string | null = null) =>
  event({ choices: [{ index: 0, delta: { content }, finish_reason }] });
const counts = event({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 5 } });
const sse = { 'content-type': 'text/event-stream' };

const streamed =
  (...pieces: string[]): Behaviour =>
  (response) => {
    response.writeHead(200, sse);
    for (const piece of pieces) response.write(piece);
    response.end();
  };
const good = streamed(delta('Hel'), delta('lo'), delta('', 'stop'), counts, 'data: [DONE]\n\n');
const status =
  (code: number, text = '', headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response.writeHead(code, headers).end(text);

test('a streamed answer comes in pieces and whole, with its counts', async () => {
  const { address } = await serve(good);
  const pieces: string[] = [];
  const reply = await open(address).model.complete(request('Hi'), { onToken: (piece) => pieces.push(piece) });
  assert.equal(pieces, ['Hel', 'lo']);
  const { text, finishReason, promptTokens, completionTokens, engine } = reply;
  assert.equal(
    { text, finishReason, promptTokens, completionTokens },
    { text: 'Hello', finishReason: 'stop', promptTokens: 11, completionTokens: 5 },
  );
  assert.equal(engine, { backend: 'openai', version: '1', device: 'remote', sequences: 1, address });
});

test('the request carries messages, sampling, seed, limit, schema and key', async () => {
  const { address, asked } = await serve(good);
  const sampling = { temperature: 0, topP: 0.9, topK: 20, seed: 42 };
  await open(address).model.complete(request('Hi', { sampling, maxTokens: 99, schema: verdictSchema }));
  const [{ headers, body }] = asked as [Asked];
  assert.is(headers.authorization, `Bearer ${KEY}`);
  assert.equal(body, {
    model: 'gpt-test',
    messages: [{ role: 'user', content: 'Hi' }],
    temperature: 0,
    top_p: 0.9,
    top_k: 20,
    seed: 42,
    max_tokens: 99,
    stream: true,
    stream_options: { include_usage: true },
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'reply',
        strict: true,
        schema: {
          type: 'object',
          properties: verdictSchema.properties,
          required: ['entry', 'exits'],
          additionalProperties: false,
        },
      },
    },
  });
});

test('an answer that is not streamed is read as well', async () => {
  const whole = { choices: [{ message: { role: 'assistant', content: 'Whole' }, finish_reason: 'length' }] };
  const { address } = await serve(status(200, JSON.stringify(whole), { 'content-type': 'application/json' }));
  const { text, finishReason, promptTokens } = await open(address).model.complete(request('Hi'));
  assert.equal([text, finishReason, promptTokens], ['Whole', 'length', 0]);
});

test('characters split between chunks arrive whole', async () => {
  const bytes = Buffer.from(delta('naïve €'));
  const cut = bytes.indexOf(0xe2) + 1;
  const { address } = await serve((response) => {
    response.writeHead(200, sse);
    response.write(bytes.subarray(0, cut));
    setTimeout(() => {
      response.write(bytes.subarray(cut));
      response.end(delta('', 'stop'));
    }, 20);
  });
  assert.is((await open(address).model.complete(request('Hi'))).text, 'naïve €');
});

test('a filtered answer is an error, not a stop', async () => {
  const { address } = await serve(streamed(delta('No', 'content_filter')));
  assert.is((await open(address).model.complete(request('Hi'))).finishReason, 'error');
});

test('429 waits as long as Retry-After says, then goes on', async () => {
  const { address, asked } = await serve(status(429, 'slow down', { 'retry-after': '7' }), good);
  const { model, waits } = open(address);
  assert.is((await model.complete(request('Hi'))).text, 'Hello');
  assert.equal(waits, [7000]);
  assert.is(asked.length, 2);
});

test('500, malformed JSON, an error event and a cut connection are tried again, each after a longer wait', async () => {
  const cut: Behaviour = (response) => {
    response.writeHead(200, sse);
    response.write(delta('Hal'), () => response.destroy());
  };
  const { address, asked } = await serve(
    status(500, 'oops'),
    streamed('data: {"choices": [{"de\n\n'),
    streamed(event({ error: { message: 'overloaded' } })),
    cut,
    streamed(delta('unfinished')),
    good,
  );
  const { model, waits } = open(address);
  assert.is((await model.complete(request('Hi'))).text, 'Hello');
  assert.is(asked.length, 6);
  // 1, 2, 4, 8, 16 s, each less a jitter of at most half.
  waits.forEach((wait, i) => assert.ok(wait >= 500 * 2 ** i && wait <= 1000 * 2 ** i, `wait ${i}: ${wait}`));
  assert.is(waits.length, 5);
});

test('a server that stays down is reported after six attempts', async () => {
  const { address, asked } = await serve(status(503, 'maintenance'));
  const error = await userError(() => open(address).model.complete(request('Hi')));
  assert.match(
    error.problem,
    /did not answer a request to gpt-test in 6 attempts; last, status 503: maintenance/,
  );
  assert.is(asked.length, 6);
});

test('a server that is not there is reported', async () => {
  const { address } = await serve(good);
  await new Promise((closed) => servers.pop()!.close(closed));
  const { model, waits } = open(address);
  const error = await userError(() => model.complete(request('Hi')));
  assert.match(error.problem, /in 6 attempts; last, the connection failed: .*ECONNREFUSED/);
  assert.is(waits.length, 5);
});

test('a connection that can never work fails at once', async () => {
  const { model, waits } = open('http://127.0.0.1:9/v1'); // the port of "discard", which fetch never asks
  const { message } = await userError(() => model.complete(request('Hi')));
  assert.match(message, /127\.0\.0\.1:9\/v1 cannot be asked: bad port\. Mend the address/);
  assert.equal(waits, []);
});

test('each new attempt is told, with what went wrong and how long it waits', async () => {
  const { address } = await serve(status(503, 'maintenance'), good);
  const { model, notes } = open(address);
  await model.complete(request('Hi'));
  assert.is(notes.length, 1);
  assert.match(notes[0]!, /^gpt-test: status 503: maintenance; again in \d\.\d s \(attempt 2 of 6\)$/);
});

test('a silence longer than the time-out ends an attempt', async () => {
  const slow: Behaviour = (response) => {
    response.writeHead(200, sse);
    response.write(delta('Hel'));
  };
  const { address, asked } = await serve(slow, good);
  const { model } = open(address, { timeoutSeconds: 0.2 });
  assert.is((await model.complete(request('Hi'))).text, 'Hello');
  assert.is(asked.length, 2);
});

test('a slow answer that keeps coming is waited for', async () => {
  const { address, asked } = await serve((response) => {
    response.writeHead(200, sse);
    let n = 0;
    const timer = setInterval(() => {
      n += 1;
      response.write(n < 8 ? delta('.') : delta('', 'stop'));
      if (n === 8) response.end(() => clearInterval(timer));
    }, 60);
  });
  assert.is((await open(address, { timeoutSeconds: 0.4 }).model.complete(request('Hi'))).text, '.......');
  assert.is(asked.length, 1);
});

test('a refusal is not repeated, and says what to mend', async () => {
  const cases: [number, RegExp][] = [
    [401, /FIDES_TEST_KEY/],
    [404, /address/],
    [400, /context/],
    [302, /redirects/],
  ];
  for (const [code, mend] of cases) {
    const { address, asked } = await serve(status(code, 'no', { location: 'http://127.0.0.1:9/' }));
    const error = await userError(() => open(address).model.complete(request('Hi')));
    assert.match(error.problem, `status ${code}`);
    assert.match(error.mend, mend);
    assert.is(asked.length, 1);
  }
});

test('a server that wants max_completion_tokens gets it, from then on', async () => {
  const { address, asked } = await serve(
    status(400, "Unsupported parameter: use 'max_completion_tokens' instead"),
    good,
  );
  const { model } = open(address);
  await model.complete(request('Hi', { maxTokens: 31 }));
  await model.complete(request('Again', { maxTokens: 32 }));
  assert.equal(
    asked.map(({ body }) => [body.max_tokens, body.max_completion_tokens]),
    [
      [31, undefined],
      [undefined, 31],
      [undefined, 32],
    ],
  );
});

test('a rate limit spaces the requests', async () => {
  const { address } = await serve(good);
  const { model, waits } = open(address, { requestsPerMinute: 30 });
  for (let i = 0; i < 3; i += 1) await model.complete(request(`Hi ${i}`));
  assert.equal(waits, [2000, 2000]);
});

test('a key is in no error, even when the server repeats it', async () => {
  const echo: Behaviour = (response, { headers }) =>
    response.writeHead(401).end(`bad key ${KEY}, header ${headers.authorization}`);
  const { address } = await serve(echo);
  const error = await userError(() => open(address).model.complete(request('Hi')));
  assert.not.match(`${error.message}${error.stack}${JSON.stringify(error)}`, 'secret');
  assert.match(error.problem, 'bad key [key]');
});

test('a key is in no completion, identity or engine', async () => {
  const { address } = await serve(good);
  const { model } = open(address);
  const reply = await model.complete(request('Hi'));
  assert.not.match(JSON.stringify([reply, model]), 'secret');
});

test('a key crosses no network readable, and an address holds none', async () => {
  const readable = await userError(() => open('http://models.example.org/v1'));
  assert.match(readable.problem, 'FIDES_TEST_KEY would cross the network readable');
  const inAddress = await userError(() => open('https://user:pass@models.example.org/v1'));
  assert.not.match(inAddress.message, 'pass@');
  const inQuery = await userError(() => open('https://models.example.org/v1?key=abc'));
  assert.not.match(inQuery.message, 'abc');
});

test('a variable that is named but not set is reported; the default one may be absent', async () => {
  const error = await userError(() => open('http://127.0.0.1:9/v1', { keyVariable: 'FIDES_TEST_ABSENT' }));
  assert.match(error.problem, 'FIDES_TEST_ABSENT is not set');
  const { address, asked } = await serve(good);
  await open(address, { keyVariable: undefined }).model.complete(request('Hi'));
  assert.is(asked[0]!.headers.authorization, 'Bearer sk-default-0987654321');
});

test('what is added to every request is part of the identity', async () => {
  const { address, asked } = await serve(good);
  const plain = open(address).model;
  const { model } = open(address, { extra: { top_k: 0 } });
  await model.complete(request('Hi'));
  assert.is(asked[0]!.body.top_k, 0);
  assert.is.not(model.identity.digest, plain.identity.digest);
});

test('an aborted request ends at once and is not repeated', async () => {
  const { address, asked } = await serve((response) => {
    response.writeHead(200, sse);
    response.write(delta('Hel'));
  });
  const abort = new AbortController();
  const reply = open(address).model.complete(request('Hi'), {
    signal: abort.signal,
    onToken: () => abort.abort(new Error('enough')),
  });
  assert.is(await reply.catch((error: Error) => error.message), 'enough');
  assert.is(asked.length, 1);
});

test('Retry-After is read as seconds and as a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  assert.is(retryAfter('3', now), 3000);
  assert.is(retryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now), 60_000);
  assert.is(retryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now), 0);
  assert.is(retryAfter('soon', now), undefined);
  assert.is(retryAfter(null, now), undefined);
});

test.run();
