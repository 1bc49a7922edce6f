/** Measures a model: see ../options.ts for what each figure means. */
import type { LlamaContextSequence, LlamaModel, Token } from 'node-llama-cpp';
import { checkGguf } from '../gguf/check.js';
import { chatRenderer, type RenderedChat } from './chat.js';
import { generate, samplerOptions } from './generate.js';
import { loadWeights, planLoad } from './load.js';
import type { BenchOptions, ModelBench } from '../options.js';
import { deviceName, engineVersion, runtime } from './runtime.js';
import type { Sampling } from '../types.js';

const SAMPLING: Sampling = { temperature: 0.8, topP: 1, topK: 0, seed: 1 };
const PROMPT = 'Write a daily trading strategy for ticker SPY and its code.';

export async function measure(path: string, options: BenchOptions): Promise<ModelBench> {
  const { gpu = 'auto', sequences = 1, tokens = 200, template } = options;
  const metadata = checkGguf(path);
  const llama = await runtime(gpu);
  const contextSize = Math.min(metadata.contextLength, 2048);
  const plan = planLoad(metadata, llama.gpu !== false, { contextSize, sequences });
  const rss = process.memoryUsage.rss();
  const gpuBefore = llama.gpu === false ? 0 : (await llama.getVramState()).used;
  const start = performance.now();
  const loaded = await loadWeights(llama, metadata, plan, () => {});
  const loadMillis = performance.now() - start;
  try {
    const { model } = loaded;
    const sequence = loaded.sequences[0]!;
    const chat = chatRenderer(
      model,
      template ?? (metadata.chatTemplate === null ? 'chatML' : undefined),
    )([{ role: 'user', content: PROMPT }]);
    const maxTokens = Math.min(tokens, contextSize - chat.tokens.length);
    const bench = { model, chat, maxTokens };
    await ours(sequence, bench, SAMPLING); // the first evaluation allocates
    const { generationTokensPerSecond, ratio } = await compare(sequence, bench);
    return {
      path,
      architecture: metadata.architecture,
      parameters: metadata.parameters,
      quantisation: metadata.quantisation,
      engine: await engineVersion(llama),
      device: await deviceName(llama, model.gpuLayers, metadata.layers, plan.threads),
      contextSize,
      threads: plan.threads,
      loadMillis,
      promptTokensPerSecond: await promptSpeed(sequence, chat, Math.min(512, contextSize - 1)),
      generationTokensPerSecond,
      atOnce: await together(loaded.sequences, bench),
      ratio,
      memoryBytes: process.memoryUsage.rss() - rss,
      gpuMemoryBytes: llama.gpu === false ? 0 : (await llama.getVramState()).used - gpuBefore,
    };
  } finally {
    await loaded.dispose();
  }
}

interface Bench {
  readonly model: LlamaModel;
  readonly chat: RenderedChat;
  readonly maxTokens: number;
}

interface Timing {
  readonly millis: number;
  readonly tokens: number;
}

async function timed(work: () => Promise<number>): Promise<Timing> {
  const start = performance.now();
  const tokens = await work();
  return { millis: performance.now() - start, tokens };
}

function ours(
  sequence: LlamaContextSequence,
  { model, chat, maxTokens }: Bench,
  sampling: Sampling,
): Promise<Timing> {
  const quiet = { grammar: undefined, signal: undefined, onToken: undefined };
  return timed(async () => {
    const reply = await generate(sequence, chat, { model, sampling, maxTokens, ...quiet });
    return reply.completionTokens;
  });
}

/** The bare loop: tokens out, nothing made of them. */
function bare(
  sequence: LlamaContextSequence,
  { chat, maxTokens }: Bench,
  sampling: Sampling,
): Promise<Timing> {
  return timed(async () => {
    await sequence.clearHistory();
    let count = 0;
    for await (const _ of sequence.evaluate(chat.tokens, samplerOptions(sampling)))
      if ((count += 1) === maxTokens) break;
    return count;
  });
}

/** Rounds in turn, so that what else the machine does meets both alike, and the median of each. */
async function compare(sequence: LlamaContextSequence, bench: Bench) {
  const our: number[] = [];
  const their: number[] = [];
  const start = performance.now();
  for (let round = 0; more(round, start); round += 1) {
    const sampling = { ...SAMPLING, seed: round };
    const both = [() => ours(sequence, bench, sampling), () => bare(sequence, bench, sampling)];
    const ourTurn = round % 2;
    for (const turn of [0, 1])
      (turn === ourTurn ? our : their).push(speed(await both[turn === ourTurn ? 0 : 1]!()));
  }
  return { generationTokensPerSecond: median(our), ratio: median(our) / median(their) };
}

/** Enough rounds for a median, more while they are quick. */
function more(round: number, start: number): boolean {
  return round < 4 || (round < 20 && performance.now() - start < 8_000);
}

function speed({ tokens, millis }: Timing): number {
  return (1000 * tokens) / millis;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

async function promptSpeed(sequence: LlamaContextSequence, { tokens }: RenderedChat, length: number) {
  const prompt: Token[] = Array.from({ length }, (_, i) => tokens[i % tokens.length]!);
  const speeds: number[] = [];
  const start = performance.now();
  for (let round = 0; more(round, start); round += 1) {
    await sequence.clearHistory();
    const timing = await timed(async () => {
      await sequence.evaluateWithoutGeneratingNewTokens(prompt);
      return length;
    });
    speeds.push(speed(timing));
  }
  return median(speeds);
}

async function together(sequences: readonly LlamaContextSequence[], bench: Bench) {
  const each = await timed(async () => {
    const replies = await Promise.all(
      sequences.map((sequence, i) => ours(sequence, bench, { ...SAMPLING, seed: 100 + i })),
    );
    return replies.reduce((sum, { tokens }) => sum + tokens, 0);
  });
  return { replies: sequences.length, tokensPerSecond: (1000 * each.tokens) / each.millis };
}
