/**
 * Language models: the demonstration model on the CPU; forty dual deliveries; and, on a GPU, a synthetic model of a
 * 7B shape (3.7 GB, written to the folder FIDES_BENCH_FOLDER or the system's temporary one, and deleted).
 * FIDES_BENCH_7B=1 measures that one on the CPU too.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getLlama } from 'node-llama-cpp';
import { dualPrompt } from 'fides/elicitation';
import { benchModel, openModel, type ModelBench } from 'fides/models';
import { shipped } from '#fides/base/paths.js';
import { writeSyntheticGguf, SHAPE_7B, VOCABULARY_7B } from './synthetic-gguf.js';

const print = (line: unknown) => console.log(JSON.stringify(line));

function report(name: string, bench: ModelBench): void {
  const { device, promptTokensPerSecond, generationTokensPerSecond, atOnce, loadMillis, memoryBytes, ratio } =
    bench;
  const about = { device, unit: 'tokens/s' };
  print({ bench: `${name}: prompt`, value: promptTokensPerSecond, ...about });
  print({ bench: `${name}: generation`, value: generationTokensPerSecond, ...about });
  print({ bench: `${name}: generation, ${atOnce.replies} at once`, value: atOnce.tokensPerSecond, ...about });
  print({ bench: `${name}: load`, value: loadMillis, unit: 'ms', device });
  print({ bench: `${name}: memory`, value: memoryBytes + bench.gpuMemoryBytes, unit: 'bytes', device });
  print({ bench: `${name}: ratio to the bare loop of node-llama-cpp`, ratio, goal: 0.95, device });
}

/** Seconds that forty dual deliveries take, all asked at once, in the form the shipped studies ask in. */
async function deliveries(gguf: string): Promise<void> {
  const model = await openModel({ name: 'demo', gguf }, { gpu: false });
  const task = {
    symbol: 'SPX',
    inSample: { start: '2000-01-03', end: '2004-12-31' },
    outOfSample: { start: '2005-01-03', end: '2006-12-29' },
    context: '',
  };
  const messages = dualPrompt(task, { language: 'typescript', form: 'compact' });
  const start = performance.now();
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, seed) =>
      model.complete({
        messages,
        sampling: { temperature: 1, topP: 1, topK: 0, seed },
        maxTokens: 700,
      }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  const tokens = replies.reduce((sum, { completionTokens }) => sum + completionTokens, 0);
  await model.close();
  print({ bench: 'forty dual deliveries', value: seconds, goal: 40, unit: 's', tokens });
}

const folder = shipped('data', 'models', 'demo');
const [demo] = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.gguf')) : [];
const file = process.env.FIDES_BENCH_GGUF ?? (demo && join(folder, demo));
if (file) {
  report('demonstration model', await benchModel(file, { gpu: false }));
  await deliveries(file);
} else print({ bench: 'demonstration model', skipped: 'no GGUF in data/models/demo' });

const { gpu } = await getLlama({ gpu: 'auto', build: 'never' });
if (gpu || process.env.FIDES_BENCH_7B) {
  const scratch = mkdtempSync(join(process.env.FIDES_BENCH_FOLDER ?? tmpdir(), 'fides-bench-'));
  const path = join(scratch, 'synthetic-7b-q4_0.gguf');
  try {
    writeSyntheticGguf(path, SHAPE_7B, VOCABULARY_7B);
    report('7B shape, Q4_0', await benchModel(path));
    report('7B shape, Q4_0, batched', await benchModel(path, { sequences: 8 }));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
} else print({ bench: '7B shape, Q4_0', skipped: 'no GPU here; FIDES_BENCH_7B=1 measures it on the CPU' });
