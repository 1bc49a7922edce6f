/** From a checked study file to what a run needs: bars, models, and the manifest that names the run. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { digestJson } from '../base/digest.js';
import { UserError } from '../base/errors.js';
import { shipped } from '../base/paths.js';
import { promptDigests } from '../elicitation/index.js';
import {
  adjusted,
  isoDay,
  rangeOf,
  readFolder,
  sliceBars,
  sp500,
  synthetic,
  type Bars,
  type Window,
} from '../market/index.js';
import type { LanguageModel } from '../models/index.js';
import { tasksOf, unitsOf, warningsOf } from './plan.js';
import type { Market } from './stages/context.js';
import type { Study } from './study-file.js';
import type { Manifest, ModelRecord, Task } from './types.js';

/** @param file the study file's path, which relative paths start from */
export function readBarsOf({ data, universe }: Study, file: string): Bars[] {
  return readStudyData(data, universe, (path) => folderOf(path, file));
}

/** @param folder finds the folder that a study file names */
export function readStudyData(
  data: Study['data'],
  symbols: readonly string[],
  folder: (path: string) => string,
): Bars[] {
  switch (data.source) {
    case 'sp500':
      return [sp500()];
    case 'synthetic':
      return synthetic({ seed: data.seed, bars: data.bars, start: data.start, symbols });
    case 'folder':
      return readFolder(folder(data.path), symbols);
  }
}

function folderOf(path: string, file: string): string {
  const expanded = path.replace(/^\$(\w+)/, (_, variable: string) => {
    const value = process.env[variable];
    if (!value) {
      throw new UserError(
        `The study ${file} reads its prices from $${variable}, which is not set.`,
        `Set ${variable} to a folder with one CSV a symbol (see \`fides data --help\`).`,
      );
    }
    return resolve(value);
  });
  return resolve(dirname(file), expanded);
}

/** Bars of every task; fails when a window has no bars. */
export function marketsOf(study: Study, allBars: readonly Bars[]): Map<string, Market> {
  const bySymbol = new Map(allBars.map((bars) => [bars.symbol, adjusted(bars)]));
  return new Map(
    tasksOf(study).map((task) => {
      const history = bySymbol.get(task.symbol);
      if (!history)
        throw new UserError(
          `The study asks for ${task.symbol}, and the data hold ${[...bySymbol.keys()].join(', ')}.`,
          'Mend the universe of the study file.',
        );
      return [task.id, marketOf(task, history)];
    }),
  );
}

function marketOf(task: Task, history: Bars): Market {
  const { inSample, primary, alternate } = task;
  checkWindow('in-sample', inSample, task, history);
  checkWindow('primary', primary, task, history);
  const seen: Window = { start: inSample.start, end: primary.end };
  const bars = sliceBars(history, rangeOf(history, seen));
  if (alternate) {
    checkWindow('alternate', alternate, task, history);
    if (alternate.start < seen.start || alternate.end > seen.end)
      throw new UserError(
        `The \`alternate\` window ${nameOf(alternate)} of ${task.id} is not within ${nameOf(seen)}, from the first in-sample to the last primary day: a strategy sees no other bars.`,
        'Move it inside, or leave it out.',
      );
  }
  return { task, history, bars, primary: rangeOf(bars, primary) };
}

/** Throws with the window's key when the data do not cover it. */
function checkWindow(key: string, window: Window, { id }: Task, history: Bars): void {
  try {
    rangeOf(history, window);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`The \`${key}\` window of ${id}: ${error.problem}`, error.mend, { cause: error });
  }
}

const nameOf = ({ start, end }: Window): string => `${start}..${end}`;

/** Everything that the evidence depends on; its digest names the run. */
export function manifestOf(
  study: Study,
  allBars: readonly Bars[],
  models: ReadonlyMap<string, LanguageModel>,
): Manifest {
  const tasks = tasksOf(study);
  const identities = new Map([...models].map(([name, model]) => [name, model.identity]));
  const used = allBars.filter((bars) => tasks.some((task) => task.symbol === bars.symbol));
  const body = {
    format: 1 as const,
    study: study.study,
    title: study.title,
    config: withoutPaths(study),
    fides: (JSON.parse(readFileSync(shipped('package.json'), 'utf8')) as { version: string }).version,
    units: unitsOf(study),
    tasks,
    data: used.map(describeBars),
    models: modelRecords(study, models),
    prompts: promptDigests(),
    costBps: study.costs['ablation-bps'],
    sma: study.baselines.sma,
    warnings: warningsOf(study, identities),
  };
  return { ...body, digest: digestJson(body) };
}

/** Where a model's file lies on this machine is no part of the evidence; its digest is. */
function withoutPaths(study: Study): unknown {
  return { ...study, models: study.models.map(({ gguf: _, ...rest }) => rest) };
}

function describeBars(bars: Bars): Manifest['data'][number] {
  const { symbol, source, time } = bars;
  const { format, name, digest, synthetic: made, note } = source;
  return {
    symbol,
    format,
    name,
    digest,
    bars: time.length,
    first: isoDay(time[0]!),
    last: isoDay(time.at(-1)!),
    synthetic: made,
    note: note ?? null,
  };
}

function modelRecords(study: Study, models: ReadonlyMap<string, LanguageModel>): ModelRecord[] {
  return study.models.map((entry) => {
    const { identity, engine } = models.get(entry.name)!;
    const role = roleOf(entry.name, study);
    return {
      name: entry.name,
      role,
      digest: identity.digest,
      family: identity.family,
      engine,
      knowledgeCutoff: entry['knowledge-cutoff'] ?? null,
      demonstration: entry.demonstration,
    };
  });
}

/** The first that applies; a model of the file that nothing asks counts as a second judge. */
function roleOf(name: string, { arms, judges, claims }: Study): ModelRecord['role'] {
  if (arms.some((arm) => arm.models.includes(name))) return 'candidate';
  if (name === judges.main) return 'judge';
  return name === claims?.model && name !== judges.swap ? 'claims' : 'swap-judge';
}
