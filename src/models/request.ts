import { z } from 'zod';
import { UserError } from '../base/errors.js';
import type { CompletionRequest, JsonSchema } from './types.js';

/** llama.cpp takes 2^32 - 1 for "seed from the clock", so it is not a seed here. */
const LARGEST_SEED = 2 ** 32 - 2;

/** Refuses what a backend would silently change or take for something else. */
export function checkRequest({ messages, sampling, maxTokens, schema }: CompletionRequest): void {
  const { temperature, topP, topK, seed } = sampling;
  demand(
    messages.length > 0 && messages.at(-1)?.role !== 'assistant',
    'messages',
    'no message to answer',
    '',
  );
  demand(Number.isFinite(temperature) && temperature >= 0, 'temperature', temperature, '0 (greedy) or more');
  demand(topP > 0 && topP <= 1, 'topP', topP, 'more than 0 and at most 1 (1 leaves the distribution whole)');
  demand(
    Number.isInteger(topK) && topK >= 0,
    'topK',
    topK,
    'a whole number (0 leaves the distribution whole)',
  );
  demand(
    Number.isInteger(seed) && seed >= 0 && seed <= LARGEST_SEED,
    'seed',
    seed,
    `a whole number from 0 to ${LARGEST_SEED}`,
  );
  demand(Number.isInteger(maxTokens) && maxTokens >= 1, 'maxTokens', maxTokens, 'a whole number, 1 or more');
  if (schema) checkSchema(schema);
}

/** Free strings are left out: the grammar would count their length in code points, a validator in UTF-16 units. */
const schemaShape: z.ZodType = z.lazy(() =>
  z.union([
    z.object({ type: z.literal('object'), properties: z.record(z.string(), schemaShape) }),
    z.object({ type: z.literal('boolean') }),
    z.object({ enum: z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])).min(1) }),
  ]),
);

function checkSchema(schema: JsonSchema): void {
  if (schemaShape.safeParse(schema).success) return;
  throw new UserError(
    `A reply was asked for under the JSON schema ${JSON.stringify(schema)}.`,
    'Use objects with properties, enums and booleans only.',
  );
}

function demand(holds: boolean, what: string, seen: unknown, allowed: string): void {
  if (holds) return;
  throw new UserError(
    `A completion was asked for with ${what}: ${String(seen)}.`,
    allowed ? `Use ${allowed}.` : 'End the messages with one of the user.',
  );
}
