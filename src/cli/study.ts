/** Finding a study by name, and opening its models: by mapping, by its own entries, by the registry, or from a run's completions. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UserError } from '../base/errors.js';
import { cacheFolder, shipped } from '../base/paths.js';
import {
  cached,
  completionCache,
  knownModels,
  openModel,
  type LanguageModel,
  type ModelSpec,
} from '../models/index.js';
import { openRun, readStudy, replayOf, runStudy, type RunSummary, type StudyModel } from '../study/index.js';
import { interruptible } from './interrupt.js';
import type { Terminal } from './terminal.js';

const SHIPPED = ['demo', 'demo-full', 'etf-demo', 'fides-v0'];

export interface StudyOptions {
  /** `name=where` for models of the study. */
  readonly mapping?: readonly string[] | undefined;
  /** A run whose completions are taken instead of models. */
  readonly replay?: string | undefined;
  readonly parallel?: number | undefined;
}

export async function runNamedStudy(name: string, options: StudyOptions, io: Terminal): Promise<RunSummary> {
  const file = studyFile(name);
  const study = readStudy(file);
  const mapping = readMapping(
    options.mapping ?? [],
    study.models.map((m) => m.name),
  );
  const store = completionCache(cacheFolder('completions'));
  const open = options.replay
    ? replayOf(openRun(options.replay, io.progress.note))
    : async (entry: StudyModel, signal: AbortSignal): Promise<LanguageModel> => {
        const spec = specOf(entry, file, mapping.get(entry.name));
        const sequences = study.reproducible ? 1 : 4;
        return cached(stoppable(await openModel(spec, { sequences, progress: io.progress }), signal), store);
      };
  return interruptible('', (signal) =>
    runStudy(study, {
      open: (entry) => open(entry, signal),
      file,
      signal,
      progress: io.progress,
      ...(options.replay ? { suffix: '-replay' } : {}),
      ...(options.parallel ? { parallel: options.parallel } : {}),
    }),
  );
}

/** A completion may take minutes: it ends with the run. Below the cache, where units that ask the same still share one. */
function stoppable(model: LanguageModel, signal: AbortSignal): LanguageModel {
  return { ...model, complete: (request, options) => model.complete(request, { signal, ...options }) };
}

export function studyFile(name: string): string {
  if (existsSync(name)) return resolve(name);
  const plain = name.replace(/\.ya?ml$/, '');
  const path = shipped('data', 'studies', `${plain}.yaml`);
  if (existsSync(path)) return path;
  throw new UserError(`There is no study file ${name}.`, `The shipped studies are ${SHIPPED.join(', ')}.`);
}

function readMapping(entries: readonly string[], names: readonly string[]): Map<string, string> {
  return new Map(
    entries.map((entry) => {
      const at = entry.indexOf('=');
      const name = entry.slice(0, at);
      if (at < 1)
        throw new UserError(
          `--model ${entry} is not name=where.`,
          'Write, for example, --model gpt-4o=https://api.openai.com/v1.',
        );
      if (!names.includes(name))
        throw new UserError(`The study has no model ${name}.`, `Its models are ${names.join(', ')}.`);
      return [name, entry.slice(at + 1)];
    }),
  );
}

function specOf(entry: StudyModel, file: string, mapped: string | undefined): ModelSpec {
  const { name, family, 'knowledge-cutoff': knowledgeCutoff } = entry;
  const common = { name, ...(family ? { family } : {}), ...(knowledgeCutoff ? { knowledgeCutoff } : {}) };
  const server = mapped === undefined ? entry.server : /^https?:/.test(mapped) ? mapped : undefined;
  if (server) {
    const model = entry['server-model'] ?? name;
    return {
      ...common,
      server: { address: server, model, ...(entry['key-from'] ? { keyVariable: entry['key-from'] } : {}) },
    };
  }
  if (mapped !== undefined) return { ...common, gguf: mapped.startsWith('hf:') ? mapped : resolve(mapped) };
  if (entry.gguf)
    return {
      ...common,
      gguf: entry.gguf.startsWith('hf:') ? entry.gguf : resolve(dirname(file), entry.gguf),
    };
  const known = knownModels().find(({ spec }) => spec.name === name);
  if (known) return { ...known.spec, ...common };
  throw new UserError(
    `The study does not say where its model ${name} is, and no model is known by that name.`,
    `Add it (\`fides models add\`), or map it: --model ${name}=FILE.gguf, --model ${name}=hf:owner/repository:Q4_K_M, or --model ${name}=https://server/v1.`,
  );
}

/** Units run in parallel, so the stages come to more than the time that went by. */
export function describeStages(stages: RunSummary['stages']): string[] {
  const lines = Object.entries(stages).map(
    ([stage, millis]) => `  ${stage.padEnd(10)} ${(millis / 1000).toFixed(1).padStart(8)} s`,
  );
  return lines.length === 0 ? [] : ['time by stage, summed over units that ran in parallel:', ...lines];
}
