/** A model that answers only with what was recorded: no engine, no weights, the numbers of the run it replays. */
import type { Digest } from '../base/digest.js';
import { UserError } from '../base/errors.js';
import { requestKey } from './key.js';
import type { Completion, LanguageModel, ModelIdentity } from './types.js';

export interface ReplaySource {
  readonly identity: ModelIdentity;
  readonly contextSize: number;
  /**
   * The recorded completion of a request, found by `requestKey(identity, request)`: it names the model and the
   * request but not the engine, which on another machine is another one.
   */
  find(request: Digest): Completion | undefined;
}

export function replayModel({ identity, contextSize, find }: ReplaySource): LanguageModel {
  return {
    identity,
    contextSize,
    engine: { backend: 'replay', version: '1', device: 'none', sequences: 1 },
    complete(request, options) {
      const key = requestKey(identity, request);
      const found = find(key);
      if (!found) return Promise.reject(nothingRecorded(identity, key));
      options?.onToken?.(found.text);
      return Promise.resolve({ ...found, timings: { ...found.timings, millis: 0, cached: true } });
    },
    close: () => Promise.resolve(),
  };
}

function nothingRecorded({ name }: ModelIdentity, key: Digest): UserError {
  return new UserError(
    `The recorded run holds no completion of ${name} for request ${key.slice(0, 12)}.`,
    'The study, its prompts or the model differ from those of the run: run it without --replay.',
  );
}
