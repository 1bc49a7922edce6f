/** Content keys of completions. */
import { digestJson, type Digest } from '../base/digest.js';
import type { CompletionRequest, Engine, ModelIdentity } from './types.js';

/** Raised when what we make of a request changes (rendering, stopping), so that old completions are not taken for new ones. */
const PROTOCOL = 1;

/** What was asked of which model, whatever runs it: finds a completion of another machine. */
export function requestKey(identity: ModelIdentity, request: CompletionRequest): Digest {
  const { messages, sampling, maxTokens, schema } = request;
  return digestJson({ protocol: PROTOCOL, model: identity.digest, messages, sampling, maxTokens, schema });
}

/** The request on its engine: backend, version, device kind, sequences, address. Two keys are equal only where the text must be. */
export function completionKey(identity: ModelIdentity, engine: Engine, request: CompletionRequest): Digest {
  return digestJson({ request: requestKey(identity, request), engine });
}
