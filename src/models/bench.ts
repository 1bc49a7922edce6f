/** How fast a model is here, and what this package costs on top of llama.cpp's own loop. */
import type { Gpu } from './llama/runtime.js';

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

/** Loads a GGUF file and measures it; minutes for a large one. */
export async function benchModel(path: string, options: BenchOptions = {}): Promise<ModelBench> {
  const { measure } = await import('./llama/measure.js');
  return measure(path, options);
}
