/** Prints what a demonstration candidate writes for a seed; run as a process of its own: deliver.mjs FILE SEED */
import { dualPrompt } from 'fides/elicitation';
import { openModel } from 'fides/models';

const [gguf, seed] = process.argv.slice(2);
const model = await openModel({ name: 'candidate', gguf });
const { text } = await model.complete({
  messages: dualPrompt(
    {
      symbol: 'SPX',
      inSample: { start: '2000-01-01', end: '2004-12-31' },
      outOfSample: { start: '2005-01-01', end: '2006-12-31' },
      context: '',
    },
    { language: 'typescript', form: 'compact' },
  ),
  sampling: { temperature: 1, topP: 1, topK: 0, seed: Number(seed) },
  maxTokens: 700,
});
process.stdout.write(text);
await model.close();
