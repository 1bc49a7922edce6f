import type { Progress } from '../base/progress.js';
import { findGguf } from './hub/find.js';
import type { ModelSpec } from './spec.js';
import type { LanguageModel } from './types.js';

export interface OpenOptions {
  /**
   * Sequences a context, 1 when left out. With 1 the same seed gives the same text; with more, requests share
   * batches, which is quicker on a GPU and promises no such thing.
   */
  readonly sequences?: number;
  /** Contexts side by side, which change no text; chosen from the cores and the model's size when left out. */
  readonly contexts?: number;
  /** 'auto' (the default) puts what fits on a GPU where there is one; false stays on the CPU. */
  readonly gpu?: 'auto' | false;
  /** Tokens a sequence holds, prompt and reply; what the model was trained on, at most 8192, when left out. */
  readonly contextSize?: number;
  readonly progress?: Progress;
}

/**
 * Opens a GGUF file on llama.cpp, or a hosted model. Nothing is loaded or called before the first completion.
 *
 * @throws UserError for what its reader can mend: a missing, damaged or unsupported file, a missing chat template or key
 * @example
 * const model = await openModel({ name: 'demo', gguf: 'data/models/demo/candidate.gguf' });
 */
export async function openModel(spec: ModelSpec, options: OpenOptions = {}): Promise<LanguageModel> {
  if ('server' in spec) return (await import('./openai/open.js')).openHosted(spec, options);
  const path = await findGguf(spec.gguf, options.progress);
  const { openLlama } = await import('./llama/open.js');
  return openLlama(path, spec, options);
}
