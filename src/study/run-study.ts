/** Running a study: units in parallel, records in unit order, nothing repeated and nothing lost. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { InterruptedError } from '../base/errors.js';
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
import type { Manifest } from './types.js';

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
  /** Ends the run early, as Ctrl-C does: it rejects with an InterruptedError, and what is finished is kept. */
  readonly signal?: AbortSignal;
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
      const { computed, stages } = await computeRest(
        study,
        manifest,
        markets,
        models,
        writer,
        options,
        progress,
      );
      return {
        id,
        folder,
        units: manifest.units.length,
        computed,
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
): Promise<{ computed: number; stages: Record<string, number> }> {
  const rest = manifest.units
    .map((unit, index) => ({ unit, index }))
    .filter(({ index }) => !writer.has(index));
  if (rest.length === 0) return { computed: 0, stages: {} };
  const task = progress.task(`study ${study.study}`, manifest.units.length);
  if (writer.kept > 0) task.advance(writer.kept, 'already there');
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
  const work = mapLimit(rest, options.parallel ?? availableParallelism() + 1, async ({ unit, index }) => {
    options.signal?.throwIfAborted();
    const { record, timings } = await runUnit(index, unit, models, context);
    options.signal?.throwIfAborted();
    writer.add(record, timings);
    for (const [stage, millis] of Object.entries(timings.stages))
      stages[stage] = (stages[stage] ?? 0) + millis;
    task.advance(1, unitName(unit));
  });
  try {
    await untilAborted(work, options.signal);
    task.done(`${rest.length} units computed`);
  } catch (error) {
    if (!options.signal?.aborted) throw error;
    throw new InterruptedError(
      `Interrupted: ${writer.kept} of ${manifest.units.length} units of ${study.study} are kept.`,
      'The same command goes on from there.',
      { cause: error },
    );
  } finally {
    await sandbox.close();
  }
  return { computed: rest.length, stages };
}

/** The work's end, or the signal's: units that are under way then end by themselves, and are not added. */
async function untilAborted(work: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return void (await work);
  work.catch(() => {});
  const aborted = new Promise<never>((_, fail) => {
    if (signal.aborted) fail(signal.reason as Error);
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
  });
  aborted.catch(() => {});
  await Promise.race([work, aborted]);
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
