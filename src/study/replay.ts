/** A run's own completions in place of its models: the same study gives the same run, byte for byte, on any machine. */
import { UserError } from '../base/errors.js';
import { replayModel, type Completion, type LanguageModel } from '../models/index.js';
import type { Run } from './types.js';

/** Opens the models of a run for replay, by the names in its study file. */
export function replayOf(run: Run): (entry: { readonly name: string }) => Promise<LanguageModel> {
  return async ({ name }) => {
    const recorded = run.manifest.models.find((model) => model.name === name);
    if (!recorded)
      throw new UserError(
        `The run ${run.id} has no model ${name}.`,
        'Replay the study that the run was made from.',
      );
    const identity = { name, digest: recorded.digest, family: recorded.family };
    const { engine } = recorded;
    const found = new Map<string, Completion>();
    for (const call of run.records.flatMap((record) => record.calls)) {
      if (call.model !== name) continue;
      const { key, finishReason, promptTokens, completionTokens } = call;
      const timings = { millis: 0, cached: true, deviceName: 'replay' };
      found.set(call.request, {
        text: run.text(call.text),
        key,
        finishReason,
        promptTokens,
        completionTokens,
        model: identity,
        engine,
        timings,
      });
    }
    const model = replayModel({
      identity,
      contextSize: Number.MAX_SAFE_INTEGER,
      find: (request) => found.get(request),
    });
    // The engine that made the completions, so that the replayed run has the manifest of the run it replays.
    return { ...model, engine };
  };
}

/** How many completions of two runs of one study agree, of those that both asked for. */
export function agreement(a: Run, b: Run): { readonly asked: number; readonly same: number } {
  const texts = new Map(b.records.flatMap((r) => r.calls).map((call) => [call.request, call.text]));
  const both = a.records.flatMap((r) => r.calls).filter((call) => texts.has(call.request));
  return { asked: both.length, same: both.filter((call) => texts.get(call.request) === call.text).length };
}
