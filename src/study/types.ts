/** The evidence: a record a unit, from which every table, figure and notebook is made. Plain JSON, no timings, no NaN. */
import type { Metrics } from '../backtest/index.js';
import type { Digest } from '../base/digest.js';
import type {
  DoToReal,
  Finding,
  PaperClaims,
  PrefixCheck,
  TestedClaim,
  Verdict,
} from '../concordance/index.js';
import type { ParseFailure } from '../elicitation/index.js';
import type { Window } from '../market/index.js';
import type { Engine } from '../models/index.js';
import type { Language, Outcome, Repairs } from '../sandbox/index.js';

export type Arm = 'dual' | 'two-stage';

/** A unit of the study: one strategy asked of one model. */
export interface UnitKey {
  readonly arm: Arm;
  /** The candidate's name in the study file. */
  readonly model: string;
  /** A task's id, such as 'TLT' or '2007-08'. */
  readonly task: string;
  readonly seed: number;
}

export interface Task {
  readonly id: string;
  readonly symbol: string;
  readonly inSample: Window;
  readonly primary: Window;
  readonly alternate: Window | null;
}

/** One strategy on one window beside its benchmarks. Strategy metrics are null when the strategy failed. */
export interface WindowScore {
  readonly window: Window;
  readonly strategy: Metrics | null;
  /** The same after the study's ablation cost (10 bp one way in the paper). */
  readonly withCost: Metrics | null;
  readonly buyAndHold: Metrics;
  readonly sma: Metrics;
  /** S > S_bh and R > R_bh; false when the strategy failed. */
  readonly beatsBuyAndHold: boolean;
  /** The same, the strategy after costs against buy-and-hold before costs. */
  readonly beatsBuyAndHoldWithCost: boolean;
  readonly sharpeAboveSma: boolean;
  /** Every position in the window is 0: a "win" is then degenerate. */
  readonly flat: boolean;
}

/** One completion; a run holds all of them, the judges' too, so that it can be replayed without a model. */
export interface CallRecord {
  readonly stage: 'dual' | 'prose' | 'code' | 'judge' | 'claims';
  readonly model: string;
  /** What was asked of which model, whatever ran it. */
  readonly request: Digest;
  /** The same on its engine. */
  readonly key: Digest;
  /** Blob of the completion's text. */
  readonly text: Digest;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly finishReason: 'stop' | 'length' | 'error';
}

/** Blobs of n little-endian doubles, n days in the window; days are a JSON array of ISO days. */
export interface Curves {
  readonly days: Digest;
  readonly buyAndHold: Digest;
  /** Null when the strategy failed. */
  readonly strategy: Digest | null;
}

export interface InjectionRecord {
  readonly injection: string;
  readonly outcome: Outcome;
  readonly doToReal: DoToReal;
  readonly paper: boolean;
  readonly tree: boolean;
  readonly prefix: boolean | null;
  readonly replay: boolean | null;
}

export interface ReplayRecord {
  readonly calls: number;
  readonly failures: number;
  readonly differing: number;
  readonly signal: Digest;
  /** Lag-one backtest of the causal signals on the primary window. */
  readonly metrics: Metrics;
  /** Sharpe of the full run minus Sharpe of the replay: what the leak was worth. */
  readonly sharpeDifference: number;
}

export interface UnitRecord {
  /** 0-based place in the run. */
  readonly index: number;
  readonly unit: UnitKey;
  readonly task: Task;
  readonly calls: readonly CallRecord[];
  readonly delivery: {
    readonly failure: ParseFailure | 'no-completion' | null;
    readonly claimedEdge: string | null;
    readonly language: Language;
    /** Blobs; null when there is none. */
    readonly prose: Digest | null;
    readonly code: Digest | null;
  };
  readonly execution: {
    /** Null when no code was found. */
    readonly outcome: Outcome | null;
    readonly detail: string | null;
    readonly repairs: Repairs;
    /** Blob of n signed bytes. */
    readonly signal: Digest | null;
  };
  readonly lookAhead: {
    readonly paper: readonly Finding[];
    readonly tree: readonly Finding[];
    readonly prefix: PrefixCheck | null;
    readonly replay: ReplayRecord | null;
  };
  readonly doToReal: DoToReal;
  readonly sayToDo: {
    /** The study's main judge first; ids as in the study file. */
    readonly judges: readonly Verdict[];
    readonly rule: Verdict;
    readonly reader: Verdict;
  };
  readonly sayToResult: {
    readonly score: 0 | 0.5 | 1;
    readonly paperClaims: PaperClaims;
    /** As the rules read them. */
    readonly claims: readonly TestedClaim[];
    /** As the study's model read them: null where none was asked; its claims are null where its reply cannot be used. */
    readonly byModel: { readonly model: string; readonly claims: readonly TestedClaim[] | null } | null;
  };
  readonly primary: WindowScore;
  readonly alternate: WindowScore | null;
  /** Growth of 1 over the primary window. */
  readonly curves: Curves;
  readonly injections: readonly InjectionRecord[];
}

/** One model as the manifest describes it. */
export interface ModelRecord {
  readonly name: string;
  readonly role: 'candidate' | 'judge' | 'swap-judge' | 'claims';
  readonly digest: Digest;
  readonly family: string;
  /** What ran it: backend, version, device kind, sequences, address of a hosted model. */
  readonly engine: Engine;
  /** ISO day, when known. */
  readonly knowledgeCutoff: string | null;
  /** True for the models that ship with the package. */
  readonly demonstration: boolean;
}

export interface Manifest {
  readonly format: 1;
  readonly study: string;
  readonly title: string;
  /** Digest of the resolved study. */
  readonly digest: Digest;
  readonly config: unknown;
  readonly fides: string;
  readonly units: readonly UnitKey[];
  readonly tasks: readonly Task[];
  readonly data: readonly {
    symbol: string;
    format: string;
    name: string;
    digest: Digest;
    bars: number;
    first: string;
    last: string;
    synthetic: boolean;
    note: string | null;
  }[];
  readonly models: readonly ModelRecord[];
  readonly prompts: readonly { name: string; digest: Digest }[];
  readonly costBps: number;
  readonly sma: readonly [number, number];
  /** Conflicts the report must print: candidate as judge, same family, windows overlapping the context. */
  readonly warnings: readonly string[];
}

/** One line of timings.jsonl: what a unit cost. Never hashed, may be missing for resumed units. */
export interface UnitTimings {
  readonly index: number;
  /** Milliseconds a stage. */
  readonly stages: Readonly<Record<string, number>>;
  readonly device: string;
  readonly cachedCalls: number;
}

/** A run, opened for reading. Reports and notebooks are functions of it; no model is called. */
export interface Run {
  /** Folder name, `<study>-<hash>`. */
  readonly id: string;
  readonly folder: string;
  readonly manifest: Manifest;
  /** In unit order. */
  readonly records: readonly UnitRecord[];
  /** Hash of the last record line: the digest of the whole chain. */
  readonly head: Digest;
  /** True when every unit of the manifest has a record. */
  readonly complete: boolean;
  readonly timings: readonly UnitTimings[];
  /** A blob as text; throws when it is missing or its bytes do not match their name. */
  text(digest: Digest): string;
  bytes(digest: Digest): Uint8Array;
  /** Signals of a record, length n; null when it failed. */
  signal(record: UnitRecord): Int8Array | null;
  /** Doubles of a curve. */
  curve(digest: Digest): Float64Array;
}
