/** Records for tests: a plausible unit whose parts can be replaced. */
import type { Metrics } from 'fides/backtest';
import type { Manifest, UnitRecord, WindowScore } from 'fides/study';

export const METRICS: Metrics = {
  n: 502,
  sharpe: 0,
  totalReturn: 0,
  cagr: 0,
  volatility: 0,
  sortino: 0,
  maxDrawdown: 0,
  drawdownPeak: null,
  drawdownTrough: null,
  calmar: 0,
  hitRate: 0,
  density: 0,
  turnover: 0,
};

const WINDOW = { start: '2023-01-01', end: '2024-12-31' };

export function windowScore(parts: Partial<WindowScore> = {}): WindowScore {
  return {
    window: WINDOW,
    strategy: METRICS,
    withCost: METRICS,
    buyAndHold: METRICS,
    sma: METRICS,
    beatsBuyAndHold: false,
    beatsBuyAndHoldWithCost: false,
    sharpeAboveSma: false,
    flat: false,
    ...parts,
  };
}

export function unitRecord(index: number, parts: Partial<UnitRecord> = {}): UnitRecord {
  const verdict = (judge: string) => ({
    judge,
    checks: { d: true, i: true, x: true, m: true },
    score: 1,
    evidence: [],
  });
  return {
    index,
    unit: { arm: 'dual', model: 'a', task: `T${index}`, seed: 1 },
    task: {
      id: `T${index}`,
      symbol: 'TEST',
      inSample: { start: '2018-01-01', end: '2022-12-31' },
      primary: WINDOW,
      alternate: null,
    },
    calls: [],
    delivery: { failure: null, claimedEdge: null, language: 'typescript', prose: null, code: null },
    execution: { outcome: 'ok', detail: null, repairs: { missing: 0, rounded: 0, clipped: 0 }, signal: null },
    lookAhead: { paper: [], tree: [], prefix: null, replay: null },
    doToReal: { runs: true, active: true, causal: true, score: 1 },
    sayToDo: { judges: [verdict('main')], rule: verdict('rule'), reader: verdict('reader') },
    sayToResult: {
      score: 0.5,
      paperClaims: { beatsBuyAndHold: false, sharpe: false, profit: false },
      claims: [],
      byModel: null,
    },
    primary: windowScore(),
    alternate: null,
    curves: { days: '', buyAndHold: '', strategy: null },
    injections: [],
    ...parts,
  };
}

export function manifestFor(units: number, parts: Partial<Manifest> = {}): Manifest {
  const records = Array.from({ length: units }, (_, i) => unitRecord(i));
  return {
    format: 1,
    study: 'test',
    title: 'A test',
    digest: 'f'.repeat(64),
    config: {},
    fides: '0.0.0',
    units: records.map((r) => r.unit),
    tasks: records.map((r) => r.task),
    data: [],
    models: [],
    prompts: [],
    costBps: 10,
    sma: [50, 200],
    warnings: [],
    ...parts,
  };
}
