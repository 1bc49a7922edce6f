/**
 * What models are asked. A prompt is one user message in either form: several chat templates know no system role.
 * The compact form is for small contexts; the demonstration model was trained on it, in TypeScript.
 */
import type { JsonSchema, Message } from '../models/index.js';
import type { Language } from '../sandbox/index.js';
import { LANGUAGES } from './languages.js';
import { render } from './templates.js';
import type { PromptForm, PromptTask } from './types.js';

export interface PromptOptions {
  readonly language: Language;
  readonly form: PromptForm;
}

/** The four checks as a judge answers them: booleans only, which a grammar can hold any model to. */
export const JUDGE_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    d: { type: 'boolean' },
    i: { type: 'boolean' },
    x: { type: 'boolean' },
    m: { type: 'boolean' },
  },
  required: ['d', 'i', 'x', 'm'],
  additionalProperties: false,
};

/** Dual delivery: prose, claimed edge and code from one call. */
export function dualPrompt(task: PromptTask, { language, form }: PromptOptions): Message[] {
  return message(`dual.${form}`, { ...taskValues(task), ...LANGUAGES[language] });
}

/** First stage of two: prose and claimed edge, without code. */
export function prosePrompt(task: PromptTask, { language, form }: PromptOptions): Message[] {
  return message(`prose.${form}`, { ...taskValues(task), ...LANGUAGES[language] });
}

/** Second stage of two: code for a given prose. */
export function codePrompt(task: PromptTask, prose: string, { language, form }: PromptOptions): Message[] {
  return message(`code.${form}`, { ...taskValues(task), ...LANGUAGES[language], prose });
}

/** The judge's question about one strategy; the answer has the shape of JUDGE_SCHEMA. */
export function judgePrompt(prose: string, code: string, language: Language, form: PromptForm): Message[] {
  return message(`judge.${form}`, { ...LANGUAGES[language], prose, code });
}

function message(template: string, values: Readonly<Record<string, string>>): Message[] {
  return [{ role: 'user', content: render(template, values) }];
}

function taskValues({ symbol, inSample, outOfSample, context }: PromptTask): Record<string, string> {
  return {
    symbol,
    inStart: inSample.start,
    inEnd: inSample.end,
    outStart: outOfSample.start,
    outEnd: outOfSample.end,
    context,
  };
}
