/** say->result: the paper's keywords for the score; claims that were extracted, each tested by sign and by interval. */
import { backtest, buyAndHold, smaSignal } from '../../backtest/index.js';
import { extractClaims, paperClaims, sayToResult, testClaim } from '../../concordance/index.js';
import { rangeOf } from '../../market/index.js';
import type { UnitRecord, WindowScore } from '../types.js';
import type { Context, Market } from './context.js';

/** Seeds the bootstrap of every claim: equal claims on equal returns have equal intervals. */
const SEED = 'claims';

export function claimed(
  edge: string | null,
  signal: Int8Array | null,
  primary: WindowScore,
  market: Market,
  context: Context,
): UnitRecord['sayToResult'] {
  const claims = paperClaims(edge);
  const score = sayToResult(claims, primary.strategy, primary.buyAndHold);
  if (signal === null || edge === null) return { score, paperClaims: claims, claims: [] };
  const { bars, history } = market;
  const [fast, slow] = context.study.baselines.sma;
  const evidence = {
    returns: backtest(bars.close, signal, market.primary).returns,
    benchmarkReturns: buyAndHold(bars.close, market.primary).returns,
    smaReturns: backtest(
      history.close,
      smaSignal(history.close, fast, slow),
      rangeOf(history, primary.window),
    ).returns,
    periodsPerYear: context.study.engine['periods-per-year'],
  };
  return {
    score,
    paperClaims: claims,
    claims: extractClaims(edge).map((claim) => testClaim(claim, evidence, { seed: SEED })),
  };
}
