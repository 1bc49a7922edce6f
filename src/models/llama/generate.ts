/** The loop that turns a rendered prompt into a reply, on one sequence of a context. */
import {
  LlamaGrammarEvaluationState,
  type LlamaContextSequence,
  type LlamaGrammar,
  type LlamaModel,
  type SequenceEvaluateOptions,
  type Token,
} from 'node-llama-cpp';
import type { Sampling } from '../types.js';
import type { RenderedChat } from './chat.js';

export interface Generation {
  readonly text: string;
  readonly finishReason: 'stop' | 'length';
  readonly completionTokens: number;
}

export interface GenerateOptions {
  readonly model: LlamaModel;
  readonly sampling: Sampling;
  readonly maxTokens: number;
  readonly grammar: LlamaGrammar | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onToken: ((text: string) => void) | undefined;
}

/** All that shapes the distribution is said; penalties and minimum probability, which no request has, stay off. */
export function samplerOptions({ temperature, topP, topK, seed }: Sampling): SequenceEvaluateOptions {
  return { temperature, topP, topK, minP: 0, seed };
}

/** The prompt is evaluated from an empty cache, so that a reply depends on its own request only. */
export async function generate(
  sequence: LlamaContextSequence,
  { tokens, stopTokens, stopTexts }: RenderedChat,
  { model, sampling, maxTokens, grammar, signal, onToken }: GenerateOptions,
): Promise<Generation> {
  await sequence.clearHistory();
  const reply = new Reply(model, stopTexts, onToken);
  let count = 0;
  const stream = sequence.evaluate(tokens, {
    ...samplerOptions(sampling),
    ...(grammar && { grammarEvaluationState: new LlamaGrammarEvaluationState({ model, grammar }) }),
  });
  for await (const token of stream) {
    signal?.throwIfAborted();
    count += 1;
    reply.push(token);
    const ended = stopTokens.some((stop) => reply.endsWith(stop)) || reply.stopped;
    if (ended || (grammar && isJson(reply.text)))
      return { text: reply.finish(), finishReason: 'stop', completionTokens: count };
    if (count === maxTokens) return { text: reply.finish(), finishReason: 'length', completionTokens: count };
  }
  return { text: reply.finish(), finishReason: 'stop', completionTokens: count };
}

/** Tokens as they become text. A character may span several tokens: text waits until it is whole. */
class Reply {
  text = '';
  stopped = false;
  private readonly tokens: Token[] = [];
  private pending: Token[] = [];
  private told = 0;
  private readonly longestStop: number;

  constructor(
    private readonly model: LlamaModel,
    private readonly stopTexts: readonly string[],
    private readonly onToken: ((text: string) => void) | undefined,
  ) {
    this.longestStop = Math.max(0, ...stopTexts.map((stop) => stop.length));
  }

  push(token: Token): void {
    this.pending.push(token);
    const piece = this.model.detokenize(this.pending, false, this.tokens.slice(-8));
    // A character that is not whole yet ends in U+FFFD; one that never becomes whole is let go after 8 tokens.
    if (piece.endsWith('\uFFFD') && this.pending.length < 8) return;
    this.take(piece);
  }

  private take(piece: string): void {
    for (const token of this.pending) this.tokens.push(token);
    this.pending = [];
    const from = Math.max(0, this.text.length - this.longestStop);
    this.text += piece;
    for (const stop of this.stopTexts) {
      const at = this.text.indexOf(stop, from);
      if (at < 0) continue;
      this.text = this.text.slice(0, at);
      this.stopped = true;
    }
    this.tell(this.stopped ? 0 : this.longestStop);
  }

  /** Passes text on, but for a tail that could still turn out to be a stop text. */
  private tell(holdBack: number): void {
    if (!this.onToken) return;
    const upTo = this.text.length - holdBack;
    if (upTo <= this.told) return;
    this.onToken(this.text.slice(this.told, upTo));
    this.told = upTo;
  }

  endsWith(tokens: readonly Token[]): boolean {
    const all = this.pending.length ? [...this.tokens.slice(-tokens.length), ...this.pending] : this.tokens;
    const from = all.length - tokens.length;
    return from >= 0 && tokens.every((token, i) => all[from + i] === token);
  }

  finish(): string {
    if (this.pending.length) this.take(this.model.detokenize(this.pending, false, this.tokens.slice(-8)));
    this.tell(0);
    return this.text;
  }
}

/** The grammar of a schema goes on with white space after the value; the reply ends with the value. */
function isJson(text: string): boolean {
  if (!/[}\]"el]$/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
