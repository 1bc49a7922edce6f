/** Weights and contexts in memory, and the errors of getting them there. */
import { freemem, totalmem } from 'node:os';
import {
  InsufficientMemoryError,
  type Llama,
  type LlamaContextSequence,
  type LlamaModel,
} from 'node-llama-cpp';
import { UserError } from '../../base/errors.js';
import type { GgufMetadata } from '../gguf/check.js';
import { physicalCores, takeMessages, threadsFor } from './runtime.js';

/** On the CPU, flash attention makes small models slower (README, "Flash attention") and saves them no memory worth it. */
const SMALL_WEIGHTS = 64 * 2 ** 20;

export interface LoadPlan {
  readonly contextSize: number;
  /** Sequences a context: 1 keeps a reply independent of what else runs. */
  readonly sequences: number;
  /** Contexts; each evaluates on its own. */
  readonly contexts: number;
  /** Threads a context. */
  readonly threads: number;
}

export interface Loaded {
  readonly model: LlamaModel;
  readonly sequences: readonly LlamaContextSequence[];
  dispose(): Promise<void>;
}

/** Contexts for a machine: small models on the CPU gain from running side by side, each on its own thread. */
export function planLoad(
  metadata: GgufMetadata,
  onGpu: boolean,
  {
    contextSize,
    sequences,
    contexts,
  }: { contextSize: number; sequences: number; contexts?: number | undefined },
): LoadPlan {
  const cores = physicalCores();
  const threads = onGpu ? cores : threadsFor(metadata.weightBytes, cores);
  return { contextSize, sequences, threads, contexts: contexts ?? (onGpu ? 1 : Math.floor(cores / threads)) };
}

export async function loadWeights(
  llama: Llama,
  metadata: GgufMetadata,
  plan: LoadPlan,
  onProgress: (share: number) => void,
): Promise<Loaded> {
  if (llama.gpu === false) demandMemory(metadata, plan);
  const model = await explained(metadata, plan, () =>
    llama.loadModel({
      modelPath: metadata.path,
      gpuLayers: { fitContext: { contextSize: plan.contextSize * plan.sequences * plan.contexts } },
      onLoadProgress: onProgress,
    }),
  );
  try {
    const sequences: LlamaContextSequence[] = [];
    for (let i = 0; i < plan.contexts; i += 1) {
      const context = await explained(metadata, plan, () =>
        model.createContext({
          contextSize: plan.contextSize,
          sequences: plan.sequences,
          threads: plan.threads,
          flashAttention: metadata.weightBytes < SMALL_WEIGHTS && llama.gpu === false ? false : 'auto',
          failedCreationRemedy: false,
        }),
      );
      for (let j = 0; j < plan.sequences; j += 1) sequences.push(context.getSequence());
    }
    return { model, sequences, dispose: () => model.dispose() };
  } catch (error) {
    await model.dispose();
    throw error;
  }
}

/** Bytes of keys and values, held as F16. */
export function cacheBytes(metadata: GgufMetadata, { contextSize, sequences, contexts }: LoadPlan): number {
  const width = (metadata.embeddingLength / metadata.heads) * metadata.keyValueHeads;
  return 2 * 2 * metadata.layers * width * contextSize * sequences * contexts;
}

function demandMemory(metadata: GgufMetadata, plan: LoadPlan): void {
  const need = metadata.weightBytes + cacheBytes(metadata, plan);
  const have = process.constrainedMemory() || totalmem();
  if (need > Math.min(have, totalmem())) throw notEnoughMemory(metadata, plan);
}

function notEnoughMemory(metadata: GgufMetadata, plan: LoadPlan, cause?: unknown): UserError {
  const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
  return new UserError(
    `Not enough memory for ${metadata.path}: ${gigabytes(metadata.weightBytes)} of weights and ` +
      `${gigabytes(cacheBytes(metadata, plan))} of context (${plan.contextSize} tokens x ${plan.sequences * plan.contexts}); ` +
      `${gigabytes(freemem())} of ${gigabytes(totalmem())} are free.`,
    'Use a smaller quantisation, a smaller context or fewer sequences.',
    { cause },
  );
}

async function explained<T>(metadata: GgufMetadata, plan: LoadPlan, work: () => Promise<T>): Promise<T> {
  takeMessages();
  try {
    return await work();
  } catch (error) {
    if (error instanceof InsufficientMemoryError) throw notEnoughMemory(metadata, plan, error);
    const detail = takeMessages() || (error as Error).message;
    throw new UserError(
      `llama.cpp cannot load ${metadata.path} (architecture ${metadata.architecture}): ${detail}.`,
      'Check it with `fides models check FILE`; it may be damaged, or newer than this llama.cpp.',
      { cause: error },
    );
  }
}
