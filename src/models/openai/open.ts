/** The openai backend: any server that speaks OpenAI's chat completions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { digestJson } from '../../base/digest.js';
import { UserError } from '../../base/errors.js';
import { completionKey } from '../key.js';
import { silent } from '../../base/progress.js';
import type { OpenOptions } from '../options.js';
import { checkRequest } from '../request.js';
import type { HostedSpec } from '../spec.js';
import type { CompletionRequest, Engine, JsonSchema, LanguageModel } from '../types.js';
import { pool } from '../pool.js';
import { client, type Body } from './client.js';
import { readKey } from './key.js';
import type { Clock } from './pace.js';

/** A server says no size; it refuses what does not fit. */
const ASSUMED_CONTEXT = 131_072;
const REQUESTS_AT_ONCE = 4;

const realClock: Clock = {
  now: () => Date.now(),
  wait: (millis, signal) => sleep(millis, undefined, signal && { signal }),
};

export function openHosted(
  { name, family, server }: HostedSpec,
  options: OpenOptions,
  clock: Clock = realClock,
): LanguageModel {
  const { host, username, password, search } = new URL(server.address);
  if (username || password || search)
    throw new UserError(
      `The address of ${name} holds a user, a password or a query.`,
      'Put the key into an environment variable and name it in keyVariable.',
    );
  const ask = client(server, readKey(server, process.env), clock, options.progress ?? silent);
  const { address, model, extra } = server;
  const identity = { name, digest: digestJson({ address, model, extra }), family: family ?? model };
  const engine: Engine = { backend: 'openai', version: '1', device: 'remote', sequences: 1, address };
  const parallel = options.sequences ?? REQUESTS_AT_ONCE;
  const slots = pool(Array.from({ length: parallel }, (_, i) => i));
  return {
    identity,
    engine,
    parallel,
    contextSize: options.contextSize ?? ASSUMED_CONTEXT,
    complete(request, { signal, onToken } = {}) {
      return slots.use(async () => {
        checkRequest(request);
        const start = performance.now();
        const answer = await ask(body(model, request, extra), { signal, onText: onToken && tail(onToken) });
        return {
          ...answer,
          key: completionKey(identity, engine, request),
          model: identity,
          engine,
          timings: { millis: performance.now() - start, cached: false, deviceName: host },
        };
      });
    },
    close: () => Promise.resolve(),
  };
}

function body(
  model: string,
  { messages, sampling, maxTokens, schema }: CompletionRequest,
  extra?: Body,
): Body {
  const { temperature, topP, topK, seed } = sampling;
  return {
    model,
    messages,
    temperature,
    top_p: topP,
    // OpenAI's own servers know no top_k and refuse it; 0 is the usual default of those that do.
    ...(topK > 0 && { top_k: topK }),
    seed,
    max_tokens: maxTokens,
    stream: true,
    stream_options: { include_usage: true },
    ...(schema && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'reply', strict: true, schema: closed(schema) },
      },
    }),
    ...extra,
  };
}

/** Strict mode wants every object closed and all its members required. */
function closed(schema: JsonSchema): JsonSchema {
  const { properties } = schema;
  if (typeof properties !== 'object' || properties === null) return schema;
  const members = Object.entries(properties as Record<string, JsonSchema>);
  return {
    additionalProperties: false,
    required: members.map(([name]) => name),
    ...schema,
    properties: Object.fromEntries(members.map(([name, member]) => [name, closed(member)])),
  };
}

/** What was told stays told: after a retry, text goes on where it differs in length. */
function tail(onToken: (text: string) => void): (whole: string) => void {
  let told = 0;
  return (whole) => {
    if (whole.length <= told) return;
    onToken(whole.slice(told));
    told = whole.length;
  };
}
