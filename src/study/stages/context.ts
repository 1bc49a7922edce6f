/** What the stages of a unit work with. Opened once a run, closed by whoever opened it. */
import type { Bars, Range } from '../../market/index.js';
import type { LanguageModel } from '../../models/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import type { StageCache } from '../store/stage-cache.js';
import type { Study } from '../study-file.js';
import type { CallRecord, Task } from '../types.js';

/** A task with its bars. */
export interface Market {
  readonly task: Task;
  /** The whole history, adjusted: baselines are computed here and then cut [conv]. */
  readonly history: Bars;
  /** What strategies see: first in-sample day to last out-of-sample day, nothing later [ours]. */
  readonly bars: Bars;
  /** The primary window in `bars`. */
  readonly primary: Range;
}

export interface Context {
  readonly study: Study;
  readonly markets: ReadonlyMap<string, Market>;
  readonly sandbox: Sandbox;
  readonly cache: StageCache;
  /** A model of the study; what it completes is noted under `stage` in the unit's record. */
  model(name: string, stage: CallRecord['stage']): LanguageModel;
  /** Stores a blob of the run. */
  blob(data: string | Uint8Array): string;
  /** Units on which the causal replay runs whatever the detectors say. */
  readonly replaySample: ReadonlySet<number>;
}
