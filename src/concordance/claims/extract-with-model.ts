/** Claims read by a model through a schema of booleans; a second reader beside the rules, never the default. */
import { z } from 'zod';
import type { Completion, JsonSchema, LanguageModel } from '../../models/index.js';
import type { Claim, ClaimQuantity } from '../types.js';

const QUESTIONS: Readonly<
  Record<string, readonly [ClaimQuantity, Claim['comparison'], 'zero' | 'benchmark', string]>
> = {
  return_above_benchmark: ['total-return', 'above', 'benchmark', 'a higher return than buy-and-hold'],
  sharpe_above_benchmark: [
    'sharpe',
    'above',
    'benchmark',
    'a higher Sharpe or risk-adjusted return than buy-and-hold',
  ],
  drawdown_below_benchmark: ['max-drawdown', 'below', 'benchmark', 'a smaller drawdown than buy-and-hold'],
  volatility_below_benchmark: ['volatility', 'below', 'benchmark', 'a lower volatility than buy-and-hold'],
  positive_return: ['total-return', 'above', 'zero', 'a positive return or profit'],
  positive_sharpe: ['sharpe', 'above', 'zero', 'a positive Sharpe ratio'],
};
const KEYS = [...Object.keys(QUESTIONS), 'hedged'];

export const CLAIMS_SCHEMA: JsonSchema = {
  type: 'object',
  properties: Object.fromEntries(KEYS.map((key) => [key, { type: 'boolean' }])),
  required: KEYS,
  additionalProperties: false,
};
const Answers = z.record(z.string(), z.boolean());

/**
 * @returns `claims` is null when the reply cannot be used; numbers are left to `extractClaims`
 */
export async function extractClaimsWithModel(
  model: LanguageModel,
  edge: string,
  { seed, maxTokens = 200 }: { seed: number; maxTokens?: number },
): Promise<{ claims: Claim[] | null; completion: Completion }> {
  const asked = Object.entries(QUESTIONS).map(([key, [, , , words]]) => `- ${key}: does it claim ${words}?`);
  const content = [
    'Read the claimed edge of a trading strategy. Answer each question with true or false; a denied claim is false.',
    ...asked,
    '- hedged: is it worded as a hope or an expectation?',
    `Claimed edge: ${edge}`,
  ].join('\n');
  const completion = await model.complete({
    messages: [{ role: 'user', content }],
    sampling: { temperature: 0, topP: 1, topK: 0, seed },
    maxTokens,
    schema: CLAIMS_SCHEMA,
  });
  const parsed = Answers.safeParse(parseJson(completion.text));
  if (!parsed.success || !KEYS.every((key) => key in parsed.data)) return { claims: null, completion };
  const hedged = parsed.data.hedged === true;
  const claims = Object.entries(QUESTIONS)
    .filter(([key]) => parsed.data[key])
    .map(([, [quantity, comparison, against]]): Claim => ({
      text: edge,
      quantity,
      comparison,
      threshold: against === 'zero' ? { value: 0 } : { benchmark: 'buy-and-hold', multiple: 1 },
      hedged,
    }));
  return { claims, completion };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(/\{[^{}]*\}/.exec(text)?.[0] ?? '');
  } catch {
    return undefined;
  }
}
