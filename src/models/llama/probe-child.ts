/** The child of probe.ts: loads one file, says a few words with it, and reports. */
import { UserError } from '../../base/errors.js';
import { checkGguf } from '../gguf/check.js';
import { chatRenderer } from './chat.js';
import { generate } from './generate.js';
import { loadWeights, planLoad } from './load.js';
import type { Trial, TrialReport } from './probe.js';
import { deviceName, runtime } from './runtime.js';

process.once('message', (trial: Trial) => {
  report(trial).then(
    (message) => process.send?.(message, () => process.exit(0)),
    (error: unknown) => {
      const { problem, mend } = error instanceof UserError ? error : { problem: String(error), mend: '' };
      process.send?.({ problem, mend }, () => process.exit(0));
    },
  );
});

async function report({ path, gpu, prompt, maxTokens, template }: Trial): Promise<TrialReport> {
  const metadata = checkGguf(path);
  const contextSize = Math.min(metadata.contextLength, 512);
  const llama = await runtime(gpu);
  const plan = planLoad(metadata, llama.gpu !== false, { contextSize, sequences: 1, contexts: 1 });
  const start = performance.now();
  const { model, sequences } = await loadWeights(llama, metadata, plan, () => {});
  const loaded = performance.now();
  const chat = chatRenderer(model, template)([{ role: 'user', content: prompt }]);
  const reply = await generate(sequences[0]!, chat, {
    model,
    sampling: { temperature: 0, topP: 1, topK: 0, seed: 0 },
    maxTokens: Math.min(maxTokens, contextSize - chat.tokens.length),
    grammar: undefined,
    signal: undefined,
    onToken: undefined,
  });
  return {
    text: reply.text,
    promptTokens: chat.tokens.length,
    completionTokens: reply.completionTokens,
    loadMillis: loaded - start,
    millis: performance.now() - loaded,
    device: await deviceName(llama, model.gpuLayers, metadata.layers, plan.threads),
  };
}
