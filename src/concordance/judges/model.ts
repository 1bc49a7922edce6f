/** The paper's judge: a model at temperature 0 answers four yes-or-no questions about prose and code. */
import { z } from 'zod';
import { JUDGE_SCHEMA, judgePrompt, type PromptForm } from '../../elicitation/index.js';
import type { Completion, LanguageModel } from '../../models/index.js';
import type { Language } from '../../sandbox/index.js';
import type { JudgeChecks, Verdict } from '../types.js';

export interface JudgeOptions {
  readonly form: PromptForm;
  /** The answer is one short object, but a grammar allows white space without end; 120 when not given. */
  readonly maxTokens?: number;
  readonly seed: number;
}

export interface Judged {
  readonly prose: string;
  readonly code: string;
  readonly language: Language;
}

const answer = z.union([
  z.boolean(),
  z
    .string()
    .transform((s) => s.trim().toLowerCase())
    .pipe(z.enum(['yes', 'no', 'true', 'false']))
    .transform((s) => s === 'yes' || s === 'true'),
]);
const Answers = z.object({ d: answer, i: answer, x: answer, m: answer });

/**
 * Asks a model for the four checks through a JSON schema. The reply is parsed, never compared as text; one that
 * cannot be used gives no checks and no score, and the evidence says why.
 * @param judge the name under which the verdict is recorded
 */
export async function modelVerdict(
  model: LanguageModel,
  judge: string,
  { prose, code, language }: Judged,
  { form, maxTokens = 120, seed }: JudgeOptions,
): Promise<{ verdict: Verdict; completion: Completion }> {
  const completion = await model.complete({
    messages: judgePrompt(prose, code, language, form),
    sampling: { temperature: 0, topP: 1, topK: 0, seed },
    maxTokens,
    schema: JUDGE_SCHEMA,
  });
  return { verdict: readAnswer(judge, completion), completion };
}

function readAnswer(judge: string, { text, finishReason }: Completion): Verdict {
  const unusable = (why: string): Verdict => ({ judge, checks: null, score: null, evidence: [why] });
  const object = /\{[^{}]*\}/.exec(text)?.[0];
  if (!object) {
    return unusable(
      finishReason === 'length' ? 'the judge ran out of tokens' : 'the judge gave no JSON object',
    );
  }
  const parsed = Answers.safeParse(parseJson(object));
  if (!parsed.success) {
    const keys = parsed.error.issues.map((issue) => issue.path.join('.') || 'object').join(', ');
    return unusable(`the judge's answer cannot be used: ${keys}`);
  }
  const checks: JudgeChecks = parsed.data;
  const values = Object.entries(checks);
  return {
    judge,
    checks,
    score: values.filter(([, yes]) => yes).length / values.length,
    evidence: values.map(([check, yes]) => `${check} ${yes ? 'yes' : 'no'}`),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
