/** Notes every completion of a unit, so that its record holds them and the run can be replayed. */
import { requestKey, type Completion, type LanguageModel } from '../../models/index.js';
import type { CallRecord } from '../types.js';

export interface CallLog {
  readonly calls: readonly CallRecord[];
  readonly completions: readonly Completion[];
  model(name: string, stage: CallRecord['stage']): LanguageModel;
}

/** @param blob stores a completion's text and returns its digest */
export function callLog(models: ReadonlyMap<string, LanguageModel>, blob: (text: string) => string): CallLog {
  const calls: CallRecord[] = [];
  const completions: Completion[] = [];
  return {
    calls,
    completions,
    model(name, stage) {
      const model = models.get(name)!;
      return {
        ...model,
        async complete(request, options) {
          const completion = await model.complete(request, options);
          const { key, text, promptTokens, completionTokens, finishReason } = completion;
          completions.push(completion);
          const asked = requestKey(model.identity, request);
          calls.push({
            stage,
            model: name,
            request: asked,
            key,
            text: blob(text),
            promptTokens,
            completionTokens,
            finishReason,
          });
          return completion;
        },
      };
    },
  };
}
