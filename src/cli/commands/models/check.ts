/** fides models check: what a model is, and whether it speaks. */
import type { Command } from 'commander';
import type { GgufMetadata, ModelSpec, TrialReport } from '../../../models/index.js';
import { alignedColumns } from '../../columns.js';
import type { Terminal } from '../../terminal.js';
import { bytes, count, seconds } from './units.js';

const PROMPT = 'Write a daily trading strategy for ticker SPY and its code.';

export function addCheck(models: Command, io: Terminal): void {
  models
    .command('check')
    .description('what a model is, and a few words from it; a file is loaded in a process of its own')
    .argument('<model>', 'a name from `fides models list`, or a GGUF file')
    .option('--cpu', 'leave a GPU alone')
    .option('--tokens <n>', 'tokens to generate', Number, 40)
    .action(async (name: string, { cpu, tokens }: { cpu?: boolean; tokens: number }) => {
      const { findModel } = await import('../../../models/index.js');
      const { spec } = findModel(name);
      const report =
        'server' in spec
          ? await askServer(spec, tokens, io)
          : await tryFile(spec, cpu ? false : 'auto', tokens, io);
      if (io.json) return io.printJson(report);
      const rows =
        'metadata' in report ? [...about(report.metadata), ...trial(report.trial)] : hosted(report);
      for (const line of alignedColumns(['', ''], rows).slice(1)) io.print(line);
      io.print(`\n${('metadata' in report ? report.trial.text : report.text).trim()}`);
    });
}

async function tryFile(
  spec: Extract<ModelSpec, { gguf: string }>,
  gpu: 'auto' | false,
  maxTokens: number,
  io: Terminal,
) {
  const { checkGguf, findGguf, tryInChild } = await import('../../../models/index.js');
  const metadata = checkGguf(await findGguf(spec.gguf, io.progress));
  // Without a template of its own the file is still tried, in the commonest format; the report says so.
  const template = spec.template ?? (metadata.chatTemplate === null ? 'chatML' : undefined);
  const report = await tryInChild({
    path: metadata.path,
    gpu,
    prompt: PROMPT,
    maxTokens,
    ...(template !== undefined && { template }),
  });
  return { metadata, trial: report };
}

async function askServer(spec: ModelSpec, maxTokens: number, io: Terminal) {
  const { openModel } = await import('../../../models/index.js');
  const model = await openModel(spec, { progress: io.progress });
  const { text, engine, promptTokens, completionTokens, timings } = await model.complete({
    messages: [{ role: 'user', content: PROMPT }],
    sampling: { temperature: 0, topP: 1, topK: 0, seed: 0 },
    maxTokens,
  });
  return { text, engine, promptTokens, completionTokens, millis: timings.millis };
}

function about(metadata: GgufMetadata): string[][] {
  return [
    ['File', `${metadata.path} (${bytes(metadata.fileBytes)})`],
    ['Name', metadata.name ?? 'none'],
    [
      'Architecture',
      `${metadata.architecture}, ${metadata.layers} layers, width ${metadata.embeddingLength}`,
    ],
    ['Heads', `${metadata.heads} (${metadata.keyValueHeads} for keys and values)`],
    ['Parameters', `${count(metadata.parameters)}, mostly ${metadata.quantisation}`],
    ['Context', `${metadata.contextLength} tokens`],
    ['Tokenizer', `${metadata.tokenizer}, ${metadata.vocabulary} tokens`],
    ['Chat template', metadata.chatTemplate === null ? 'NOT FOUND: name a format with --template' : 'found'],
  ];
}

function trial({ device, loadMillis, promptTokens, completionTokens, millis }: TrialReport): string[][] {
  return [
    ['Ran on', device],
    ['Loaded in', seconds(loadMillis)],
    ['Generated', `${completionTokens} tokens after a prompt of ${promptTokens} in ${seconds(millis)}`],
  ];
}

function hosted({
  engine,
  promptTokens,
  completionTokens,
  millis,
}: Awaited<ReturnType<typeof askServer>>): string[][] {
  return [
    ['Address', engine.address ?? ''],
    ['Generated', `${completionTokens} tokens after a prompt of ${promptTokens} in ${seconds(millis)}`],
  ];
}
