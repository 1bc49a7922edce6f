/** How fast a model is here, and what this package costs on top of llama.cpp's own loop. */
import type { BenchOptions, ModelBench } from './options.js';

/** Loads a GGUF file and measures it; minutes for a large one. */
export async function benchModel(path: string, options: BenchOptions = {}): Promise<ModelBench> {
  const { measure } = await import('./llama/measure.js');
  return measure(path, options);
}
