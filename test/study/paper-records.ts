/**
 * Forty synthetic records shaped to the counts and sums that the paper prints (its records are not published). They are
 * for its arithmetic only: which strategy has which score inside a model is ours, what a model sums to is the paper's.
 */
import type { Metrics } from 'fides/backtest';
import type { Manifest, ModelRecord, Run, UnitRecord } from 'fides/study';
import { METRICS, unitRecord, windowScore } from './records.js';

const TICKERS = ['SPY', 'QQQ', 'IWM', 'EFA', 'TLT', 'GLD', 'XLF', 'XLE'] as const;
const TLT = 4;
const WINDOWS = {
  inSample: { start: '2018-01-01', end: '2022-12-31' },
  primary: { start: '2023-01-01', end: '2024-12-31' },
  alternate: { start: '2020-01-01', end: '2021-12-31' },
};

interface Shape {
  readonly model: string;
  readonly arm: 'dual' | 'two-stage';
  /** say->do by the original judge and by the swap judge, a value a ticker. */
  readonly original: readonly number[];
  readonly swap: readonly number[];
  /** Indices of tickers. */
  readonly failed: readonly number[];
  readonly constant: readonly number[];
  /** Means over the strategies that run. */
  readonly sharpe: number;
  readonly density: number;
  readonly claims: boolean;
  /** The one strategy that beats buy-and-hold in 2023-24: Appendix B. */
  readonly winner?: { readonly sharpe: number; readonly totalReturn: number; readonly density: number };
  readonly beatsInAlternate?: number;
  readonly aboveSma: readonly number[];
}

const q = 0.75;
const SHAPES: readonly Shape[] = [
  {
    model: 'gpt-4.1-mini',
    arm: 'dual',
    original: [1, 1, 1, 1, 1, 1, 1, 1],
    swap: [q, q, q, q, q, q, q, q],
    failed: [2],
    constant: [],
    sharpe: -0.097,
    density: 0.29,
    claims: true,
    aboveSma: [0, 1],
  },
  {
    model: 'gpt-4o',
    arm: 'dual',
    original: [1, 1, q, 1, 1, q, 1, 1],
    swap: [q, q, q, q, q, q, q, q],
    failed: [],
    constant: [],
    sharpe: 0.07,
    density: 0.639,
    claims: true,
    winner: { sharpe: 0.759, totalReturn: 0.084, density: 0.098 },
    beatsInAlternate: 7,
    aboveSma: [TLT, 6],
  },
  {
    model: 'gpt-4o-mini',
    arm: 'dual',
    original: [1, 1, 1, q, 0.5, q, 1, q],
    swap: [q, q, q, q, q, q, q, q],
    failed: [3],
    constant: [],
    sharpe: -0.341,
    density: 0.307,
    claims: true,
    beatsInAlternate: 0,
    aboveSma: [0],
  },
  {
    model: 'qwen-2.5-7b',
    arm: 'dual',
    original: [1, q, q, q, q, q, q, 1],
    swap: [q, q, 0.5, q, q, q, q, q],
    failed: [6],
    constant: [],
    sharpe: 0.03,
    density: 0.776,
    claims: true,
    aboveSma: [1, 2],
  },
  {
    model: 'gpt-4o-mini',
    arm: 'two-stage',
    original: [1, q, q, q, q, q, q, 1],
    swap: [q, q, q, q, q, q, q, q],
    failed: [0, 1],
    constant: [TLT, 6],
    sharpe: -0.012,
    density: 0.001,
    claims: false,
    winner: { sharpe: 0, totalReturn: 0, density: 0 },
    aboveSma: [TLT],
  },
];

function records(): UnitRecord[] {
  return SHAPES.flatMap((shape, s) => TICKERS.map((ticker, t) => record(8 * s + t, shape, ticker, t)));
}

function record(index: number, shape: Shape, ticker: string, t: number): UnitRecord {
  const failed = shape.failed.includes(t);
  const active = !failed && !shape.constant.includes(t);
  const wins = shape.winner !== undefined && t === TLT;
  const credit = (runs: boolean, causal: boolean) => ({
    runs,
    active: runs && active,
    causal,
    score: (Number(runs) + Number(runs && active) + Number(causal)) / 3,
  });
  const strategy = failed ? null : metrics(shape, t);
  const held = ticker === 'TLT' ? { sharpe: -0.091, totalReturn: -0.055 } : { sharpe: 1.2, totalReturn: 0.4 };
  const aboveSma = strategy !== null && shape.aboveSma.includes(t);
  const verdict = (judge: string, score: number) => ({ judge, checks: checksOf(score), score, evidence: [] });
  const claims = shape.claims;
  return unitRecord(index, {
    unit: { arm: shape.arm, model: shape.model, task: ticker, seed: 42 },
    task: { id: ticker, symbol: ticker, ...WINDOWS },
    delivery: {
      failure: null,
      claimedEdge: claims ? 'beats buy-and-hold' : null,
      language: 'python',
      prose: null,
      code: null,
    },
    execution: {
      outcome: failed ? 'threw' : 'ok',
      detail: failed ? 'KeyError' : null,
      repairs: { missing: 0, rounded: 0, clipped: 0 },
      signal: null,
    },
    doToReal: credit(!failed, true),
    sayToDo: {
      judges: [verdict('gpt-4o-mini', shape.original[t]!), verdict('qwen-2.5-7b', shape.swap[t]!)],
      // 38 at 1 and 2 at one half: the printed mean of 0.975
      rule: { judge: 'rule', checks: null, score: index < 2 ? 0.5 : 1, evidence: [] },
      reader: verdict('reader', 1),
    },
    sayToResult: {
      score: claims ? (wins ? 1 : 0) : 0.5,
      paperClaims: { beatsBuyAndHold: claims, sharpe: false, profit: false },
      claims: [],
      byModel: null,
    },
    primary: windowScore({
      window: WINDOWS.primary,
      strategy,
      withCost: strategy,
      buyAndHold: { ...METRICS, ...held },
      sma: { ...METRICS, sharpe: strategy === null ? 0.583 : strategy.sharpe + (aboveSma ? -0.1 : 0.1) },
      beatsBuyAndHold: wins,
      beatsBuyAndHoldWithCost: wins,
      sharpeAboveSma: aboveSma,
      flat: strategy?.density === 0,
    }),
    alternate: windowScore({ window: WINDOWS.alternate, beatsBuyAndHold: shape.beatsInAlternate === t }),
    injections: failed
      ? []
      : [
          {
            injection: 'close-shift',
            outcome: 'ok',
            doToReal: credit(true, false),
            paper: true,
            tree: true,
            prefix: true,
            replay: null,
          },
        ],
  });
}

/** Every running strategy has the value that makes the model's mean the printed one. */
function metrics(shape: Shape, t: number): Metrics {
  const running = TICKERS.length - shape.failed.length;
  if (shape.winner && t === TLT) return { ...METRICS, ...shape.winner };
  const constant = shape.constant.includes(t);
  const zeros = shape.constant.filter((c) => !(shape.winner && c === TLT)).length;
  const others = running - (shape.winner ? 1 : 0) - zeros;
  const rest = (mean: number, winner: number) => (mean * running - winner) / others;
  if (constant) return METRICS;
  return {
    ...METRICS,
    sharpe: rest(shape.sharpe, shape.winner?.sharpe ?? 0),
    totalReturn: -0.01,
    density: rest(shape.density, shape.winner?.density ?? 0),
  };
}

/** Checks whose mean is the score: the last ones fail. */
function checksOf(score: number) {
  return { d: score >= 0.25, i: score >= 0.5, x: score >= 0.75, m: score >= 1 };
}

function model(name: string, role: ModelRecord['role']): ModelRecord {
  return {
    name,
    role,
    digest: '0'.repeat(64),
    family: name.split('-')[0]!,
    engine: { backend: 'openai', version: '1', device: 'remote', sequences: 1 },
    knowledgeCutoff: null,
    demonstration: false,
  };
}

/** The records as a run; it has no blobs. */
export function paperRun(): Run {
  const all = records();
  const none = () => {
    throw new Error('these records have no blobs');
  };
  const manifest: Manifest = {
    format: 1,
    study: 'paper-arithmetic',
    title: "Synthetic records shaped to the paper's counts",
    digest: '0'.repeat(64),
    config: {},
    fides: '0.0.0',
    units: all.map((r) => r.unit),
    tasks: all.slice(0, 8).map((r) => r.task),
    data: [],
    models: [
      ...[...new Set(SHAPES.map((shape) => shape.model))].map((name) => model(name, 'candidate')),
      model('gpt-4o-mini', 'judge'),
      model('qwen-2.5-7b', 'swap-judge'),
    ],
    prompts: [],
    costBps: 10,
    sma: [50, 200],
    warnings: [],
  };
  return {
    id: 'paper-arithmetic',
    folder: '',
    manifest,
    records: all,
    head: '0'.repeat(64),
    complete: true,
    timings: [],
    text: none,
    bytes: none,
    curve: none,
    signal: () => null,
  };
}
