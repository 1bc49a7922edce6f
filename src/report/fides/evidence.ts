/** What the FIDES report is made of: a run, and what the paper printed. */
import { readFileSync } from 'node:fs';
import { shipped } from '../../base/paths.js';
import { unitName, type Run, type UnitRecord } from '../../study/index.js';
import { runName } from '../run.js';
import type { EvidenceName } from '../types.js';

/** data/published/fides.json: values as printed, with their rounding. */
export interface Published {
  readonly source: string;
  readonly models: readonly PublishedModel[];
  readonly gate: Readonly<
    Record<'concordant' | 'below', { readonly n: number; readonly beat: number; readonly share: number }>
  >;
  readonly robustness: {
    readonly n: number;
    readonly primary: number;
    readonly alternate: number;
    readonly withCost: number;
    readonly sharpeAboveSma: number;
  };
  readonly calibration: { readonly claim: number; readonly beat: number; readonly share: number };
  readonly judges: {
    readonly n: number;
    readonly exact: number;
    readonly meanAbsoluteDifference: number;
    readonly rule: number;
  };
  readonly lookAhead: {
    readonly injected: number;
    readonly clean: number;
    readonly afterInjection: number;
    readonly drop: number;
  };
  readonly bubbles: readonly { readonly original: number; readonly swap: number; readonly count: number }[];
  readonly winners: readonly PublishedWinner[];
  readonly anchors: {
    readonly window: string;
    readonly tltSharpe: number;
    readonly tltReturn: number;
    readonly meanSmaSharpe: number;
  };
}

export interface PublishedModel {
  readonly model: string;
  readonly arm: string;
  readonly n: number;
  readonly sayToDo: number;
  readonly doToReal: number;
  readonly sayToResult: number;
  readonly sharpe: number;
  readonly density: number;
  readonly fails: number;
  readonly sayToDoSwap: number;
}

export interface PublishedWinner {
  readonly task: string;
  readonly model: string;
  readonly arm: string;
  readonly sharpe: number;
  readonly buyAndHoldSharpe: number;
  readonly totalReturn: number;
  readonly buyAndHoldReturn: number;
  readonly density: number;
}

export interface FidesEvidence {
  readonly run: Run;
  readonly published: Published;
  /** Models and data are the paper's, so that a difference from it means something. */
  readonly comparable: boolean;
}

export function fidesEvidence(run: Run): FidesEvidence {
  const published = JSON.parse(readFileSync(shipped('data', 'published', 'fides.json'), 'utf8')) as Published;
  const paperModels = new Set(published.models.map((m) => m.model));
  const candidates = run.manifest.models.filter((m) => m.role === 'candidate');
  const tickers = new Set(['SPY', 'QQQ', 'IWM', 'EFA', 'TLT', 'GLD', 'XLF', 'XLE']);
  const comparable =
    candidates.length > 0 &&
    candidates.every((m) => paperModels.has(m.name)) &&
    run.manifest.tasks.every((t) => tickers.has(t.symbol));
  return { run, published, comparable };
}

/** Under a table that sets published values beside ours: which models and data they are of. */
export const publishedNote = ({ comparable }: FidesEvidence): string =>
  comparable
    ? 'publ.: as printed in the paper, with ours less it.'
    : 'publ.: as printed in the paper, on its own models and ETFs, with ours less it; not a replication.';

export const nameOf = ({ run }: FidesEvidence): EvidenceName => runName(run);

/** Records of one model on one arm: a row of the leaderboard. */
export interface Group {
  readonly model: string;
  readonly arm: 'dual' | 'two-stage';
  readonly name: string;
  readonly records: readonly UnitRecord[];
  readonly indices: readonly number[];
}

export function groupsOf(run: Run): Group[] {
  const groups = new Map<string, UnitRecord[]>();
  for (const record of run.records) {
    const key = `${record.unit.model} ${record.unit.arm}`;
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups.values()].map((records) => {
    const { model, arm } = records[0]!.unit;
    return {
      model,
      arm,
      name: arm === 'two-stage' ? `${model} (two-stage)` : model,
      records,
      indices: records.map((r) => r.index),
    };
  });
}

export const indices = (records: readonly UnitRecord[]): number[] => records.map((r) => r.index);
export const label = (record: UnitRecord): string => unitName(record.unit);

/** Mean of what is defined; null when nothing is. */
export function mean(values: readonly (number | null | undefined)[]): number | null {
  const defined = values.filter((v): v is number => v !== null && v !== undefined);
  return defined.length === 0 ? null : defined.reduce((a, b) => a + b, 0) / defined.length;
}

export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** say->do by the study's main judge. */
export const sayToDo = (record: UnitRecord): number | null => record.sayToDo.judges[0]?.score ?? null;
export const failed = (record: UnitRecord): boolean => record.execution.outcome !== 'ok';
