/** Asking a model for a strategy, and reading its reply. */
import {
  codePrompt,
  dualPrompt,
  marketContext,
  parseDelivery,
  parseProse,
  prosePrompt,
  type Delivery,
  type PromptTask,
} from '../../elicitation/index.js';
import { sha256 } from '../../base/digest.js';
import type { Message } from '../../models/index.js';
import type { CallRecord, UnitKey } from '../types.js';
import type { Context, Market } from './context.js';

export async function elicit(unit: UnitKey, market: Market, context: Context): Promise<Delivery> {
  return unit.arm === 'dual' ? dual(unit, market, context) : twoStage(unit, market, context);
}

/** One call delivers prose and code. */
async function dual(unit: UnitKey, market: Market, context: Context): Promise<Delivery> {
  const { language, 'prompt-form': form } = context.study;
  return parseDelivery(
    await ask('dual', unit, dualPrompt(promptTask(market), { language, form }), context),
    language,
  );
}

/** Prose first; a second call implements that prose (translation control). */
async function twoStage(unit: UnitKey, market: Market, context: Context): Promise<Delivery> {
  const { language, 'prompt-form': form } = context.study;
  const task = promptTask(market);
  const { prose, claimedEdge } = parseProse(
    await ask('prose', unit, prosePrompt(task, { language, form }), context),
  );
  const { failure, code } = parseDelivery(
    await ask('code', unit, codePrompt(task, prose, { language, form }), context),
    language,
  );
  return { failure, prose, claimedEdge, code, language };
}

async function ask(
  stage: CallRecord['stage'],
  unit: UnitKey,
  messages: readonly Message[],
  context: Context,
): Promise<string> {
  const { sampling } = context.study;
  const { temperature, 'top-p': topP, 'top-k': topK, 'max-tokens': maxTokens } = sampling;
  const seed = sampling['seed-by-task'] ? seedOf(unit) : unit.seed;
  const { text } = await context
    .model(unit.model, stage)
    .complete({ messages, sampling: { temperature, topP, topK, seed }, maxTokens });
  return text;
}

/** 28 bits: servers and llama.cpp take 32, some of them signed. */
function seedOf({ seed, task }: UnitKey): number {
  return parseInt(sha256(`${seed} ${task}`).slice(0, 7), 16);
}

function promptTask({ task, bars }: Market): PromptTask {
  return {
    symbol: task.symbol,
    inSample: task.inSample,
    outOfSample: task.primary,
    context: marketContext(bars, task.inSample),
  };
}
