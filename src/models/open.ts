import { findGguf } from './hub/find.js';
import type { OpenOptions } from './options.js';
import type { ModelSpec } from './spec.js';
import type { LanguageModel } from './types.js';

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
