/** Running a study: units in parallel, records in unit order, nothing repeated and nothing lost. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { silent, type Progress } from '../base/progress.js';
import { mapLimit } from '../base/limit.js';
import { cacheFolder, runsFolder } from '../base/paths.js';
import { random } from '../base/random.js';
import type { LanguageModel } from '../models/index.js';
import { createSandbox } from '../sandbox/index.js';
import { runIdOf, unitName } from './plan.js';
import { manifestOf, marketsOf, readBarsOf } from './prepare.js';
import { runUnit } from './run-unit.js';
import type { Context } from './stages/context.js';
import { stageCache } from './store/stage-cache.js';
import { writeRun, type RunWriter } from './store/write-run.js';
import type { Study, StudyModel } from './study-file.js';
import type { Manifest, UnitRecord, UnitTimings } from './types.js';

export interface RunOptions {
  /** Opens a model of the study; it must not load weights before its first completion. */
  readonly open: (model: StudyModel) => Promise<LanguageModel>;
  /** The study file's path, for relative paths in it. */
  readonly file: string;
  /** Where runs are kept; the workspace's data/runs when absent. */
  readonly folder?: string;
  /** Appended to the run's id, such as '-replay'. */
  readonly suffix?: string;
  readonly cache?: string;
  /** Units at once; one more than the processors when absent, since models and sandbox wait for each other. */
  readonly parallel?: number;
  readonly progress?: Progress;
}

export interface RunSummary {
  readonly id: string;
  readonly folder: string;
  readonly units: number;
  /** Units that this call computed. */
  readonly computed: number;
  /** Milliseconds a stage, summed over the computed units. */
  readonly stages: Readonly<Record<string, number>>;
  readonly warnings: readonly string[];
}

/** Starts the run of a study, goes on with it, or finds it complete. */
export async function runStudy(study: Study, options: RunOptions): Promise<RunSummary> {
  const progress = options.progress ?? silent;
  const bars = readBarsOf(study, options.file);
  const markets = marketsOf(study, bars);
  const models = new Map<string, LanguageModel>();
  try {
    for (const entry of study.models) models.set(entry.name, await options.open(entry));
    const manifest = manifestOf(study, bars, models);
    const id = `${runIdOf(manifest)}${options.suffix ?? ''}`;
    const folder = join(options.folder ?? runsFolder(), id);
    const writer = writeRun(folder, manifest);
    try {
      if (writer.mended) progress.note(`${id}: a torn last record was dropped; its unit is computed again.`);
      for (const warning of manifest.warnings) progress.note(`warning: ${warning}`);
      const stages = await computeRest(study, manifest, markets, models, writer, options, progress);
      return {
        id,
        folder,
        units: manifest.units.length,
        computed: manifest.units.length - writer.done,
        stages,
        warnings: manifest.warnings,
      };
    } finally {
      writer.close();
    }
  } finally {
    await Promise.all([...models.values()].map((model) => model.close()));
  }
}

async function computeRest(
  study: Study,
  manifest: Manifest,
  markets: Context['markets'],
  models: ReadonlyMap<string, LanguageModel>,
  writer: RunWriter,
  options: RunOptions,
  progress: Progress,
): Promise<Record<string, number>> {
  const rest = manifest.units.map((unit, index) => ({ unit, index })).slice(writer.done);
  if (rest.length === 0) return {};
  const task = progress.task(`study ${study.study}`, manifest.units.length);
  if (writer.done > 0) task.advance(writer.done, 'already there');
  const sandbox = createSandbox({ deadlineMs: study.sandbox['deadline-seconds'] * 1000 });
  const context: Omit<Context, 'model'> = {
    study,
    markets,
    sandbox,
    cache: stageCache(options.cache ?? cacheFolder('stages'), manifest.fides),
    blob: (data) => writer.blob(data),
    replaySample: replaySample(study, manifest.units.length),
  };
  const stages: Record<string, number> = {};
  const append = inOrder(writer, stages);
  try {
    await mapLimit(rest, options.parallel ?? availableParallelism() + 1, async ({ unit, index }) => {
      const { record, timings } = await runUnit(index, unit, models, context);
      append(record, timings);
      task.advance(1, unitName(unit));
    });
    task.done(`${rest.length} units computed`);
  } finally {
    await sandbox.close();
  }
  return stages;
}

/** Finished units wait until those before them are written, so that an interrupted run ends with the same bytes. */
function inOrder(writer: RunWriter, stages: Record<string, number>) {
  const waiting = new Map<number, { record: UnitRecord; timings: UnitTimings }>();
  let next = writer.done;
  return (record: UnitRecord, timings: UnitTimings) => {
    waiting.set(record.index, { record, timings });
    for (const [stage, millis] of Object.entries(timings.stages))
      stages[stage] = (stages[stage] ?? 0) + millis;
    for (let due = waiting.get(next); due; due = waiting.get(next)) {
      writer.append(due.record, due.timings);
      waiting.delete(next);
      next += 1;
    }
  };
}

/** A seeded sample of unit indices for the causal replay, the same on every machine. */
function replaySample(study: Study, units: number): ReadonlySet<number> {
  const { replay } = study.checks;
  if (typeof replay !== 'number') return new Set();
  const rng = random(`replay ${study.study}`);
  const indices = Array.from({ length: units }, (_, i) => i);
  for (let i = 0; i < Math.min(replay, units); i++) {
    const j = i + rng.integer(units - i);
    [indices[i], indices[j]] = [indices[j]!, indices[i]!];
  }
  return new Set(indices.slice(0, replay));
}
