/** How models are opened and measured, and what a measurement says. */
import type { Progress } from '../base/progress.js';

/** 'auto' puts what fits on a GPU where there is one; false stays on the CPU. */
export type Gpu = 'auto' | false;

export interface OpenOptions {
  /**
   * Sequences a context, 1 when left out. With 1 the same seed gives the same text; with more, requests share
   * batches, which is quicker on a GPU and promises no such thing.
   */
  readonly sequences?: number;
  /** Contexts side by side, which change no text; chosen from the cores and the model's size when left out. */
  readonly contexts?: number;
  /** 'auto' (the default) puts what fits on a GPU where there is one; false stays on the CPU. */
  readonly gpu?: Gpu;
  /** Tokens a sequence holds, prompt and reply; what the model was trained on, at most 8192, when left out. */
  readonly contextSize?: number;
  readonly progress?: Progress;
}

export interface BenchOptions {
  readonly gpu?: Gpu;
  /** Sequences a context; 1 when left out. */
  readonly sequences?: number;
  /** Tokens of a reply; 200 when left out. */
  readonly tokens?: number;
  readonly template?: string;
}

export interface ModelBench {
  readonly path: string;
  readonly architecture: string;
  readonly parameters: number;
  readonly quantisation: string;
  readonly engine: string;
  readonly device: string;
  readonly contextSize: number;
  readonly threads: number;
  /** Weights and contexts into memory; the file may come from the system's cache. */
  readonly loadMillis: number;
  /** Growth of this process, and of what is in use on the GPU. */
  readonly memoryBytes: number;
  readonly gpuMemoryBytes: number;
  readonly promptTokensPerSecond: number;
  /** One reply at a time. */
  readonly generationTokensPerSecond: number;
  /** As many replies at once as there are contexts and sequences. */
  readonly atOnce: { readonly replies: number; readonly tokensPerSecond: number };
  /** The same reply through node-llama-cpp's bare `sequence.evaluate`: our speed over its, medians of rounds in turn. */
  readonly ratio: number;
}
