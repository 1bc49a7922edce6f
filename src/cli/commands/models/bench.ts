/** fides models bench: how fast a model is on this machine. */
import type { Command } from 'commander';
import { UserError } from '../../../base/errors.js';
import type { ModelBench } from '../../../models/index.js';
import { alignedColumns } from '../../columns.js';
import type { Terminal } from '../../terminal.js';
import { bytes, count, seconds } from './units.js';

interface Options {
  readonly cpu?: boolean;
  readonly sequences: number;
  readonly tokens: number;
}

export function addBench(models: Command, io: Terminal): void {
  models
    .command('bench')
    .description('measure a model here: speed, load time, memory, and our share of the time')
    .argument('<model>', 'a name from `fides models list`, or a GGUF file')
    .option('--cpu', 'leave a GPU alone')
    .option('--sequences <n>', 'sequences a context, for throughput', Number, 1)
    .option('--tokens <n>', 'tokens of a reply', Number, 200)
    .action(async (name: string, { cpu, sequences, tokens }: Options) => {
      const { benchModel, findGguf, findModel } = await import('../../../models/index.js');
      const { spec } = findModel(name);
      if ('server' in spec)
        throw new UserError(`${name} is a hosted model.`, 'Only GGUF files are measured.');
      for (const [option, value] of Object.entries({ sequences, tokens }))
        if (!Number.isInteger(value) || value < 1)
          throw new UserError(`--${option} is ${value}.`, 'Use a whole number, 1 or more.');
      const result = await benchModel(await findGguf(spec.gguf, io.progress), {
        gpu: cpu ? false : 'auto',
        sequences,
        tokens,
        ...(spec.template !== undefined && { template: spec.template }),
      });
      if (io.json) return io.printJson(result);
      for (const line of alignedColumns(['', ''], rows(result)).slice(1)) io.print(line);
    });
}

function rows(bench: ModelBench): string[][] {
  const speed = (tokensPerSecond: number) => `${tokensPerSecond.toFixed(0)} tokens/s`;
  const gpuMemory = bench.gpuMemoryBytes > 0 ? `, ${bytes(bench.gpuMemoryBytes)} on the GPU` : '';
  return [
    ['Model', `${bench.path}`],
    ['', `${bench.architecture}, ${count(bench.parameters)} parameters, ${bench.quantisation}`],
    ['Engine', bench.engine],
    ['Device', bench.device],
    ['Load', `${seconds(bench.loadMillis)}, context of ${bench.contextSize} tokens`],
    ['Memory', `${bytes(bench.memoryBytes)}${gpuMemory}`],
    ['Prompt', speed(bench.promptTokensPerSecond)],
    ['Generation', speed(bench.generationTokensPerSecond)],
    [`${bench.atOnce.replies} at once`, speed(bench.atOnce.tokensPerSecond)],
    ['Ratio', `${bench.ratio.toFixed(3)} of node-llama-cpp's bare loop (goal: at least 0.95)`],
  ];
}
