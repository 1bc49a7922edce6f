/** say->result: the paper's keywords for the score; claims that were extracted, each tested by sign and by interval. */
import { backtest, buyAndHold, smaSignal } from '../../backtest/index.js';
import {
  extractClaims,
  extractClaimsWithModel,
  paperClaims,
  sayToResult,
  testClaim,
  type Claim,
  type ClaimEvidence,
} from '../../concordance/index.js';
import { rangeOf } from '../../market/index.js';
import type { UnitRecord, WindowScore } from '../types.js';
import type { Context, Market } from './context.js';

/** Seeds the bootstrap of every claim: equal claims on equal returns have equal intervals. */
const SEED = 'claims';

/** A strategy that failed realised nothing: its claims are scored by the paper's convention and tested by no reader. */
export async function claimed(
  edge: string | null,
  signal: Int8Array | null,
  primary: WindowScore,
  market: Market,
  context: Context,
): Promise<UnitRecord['sayToResult']> {
  const claims = paperClaims(edge);
  const score = sayToResult(claims, primary.strategy, primary.buyAndHold);
  if (signal === null || edge === null) return { score, paperClaims: claims, claims: [], byModel: null };
  const evidence = evidenceOf(signal, market, context);
  const tested = (read: readonly Claim[]) => read.map((claim) => testClaim(claim, evidence, { seed: SEED }));
  const byModel = await readByModel(edge, context);
  return {
    score,
    paperClaims: claims,
    claims: tested(extractClaims(edge)),
    byModel: byModel && { model: byModel.model, claims: byModel.claims && tested(byModel.claims) },
  };
}

/** Null where the study asks no model. */
async function readByModel(edge: string, { study, model }: Context) {
  if (!study.claims) return null;
  const name = study.claims.model;
  const { claims } = await extractClaimsWithModel(model(name, 'claims'), edge, { seed: 0 });
  return { model: name, claims };
}

function evidenceOf(
  signal: Int8Array,
  { task, bars, history, primary }: Market,
  { study }: Context,
): ClaimEvidence {
  const [fast, slow] = study.baselines.sma;
  return {
    returns: backtest(bars.close, signal, primary).returns,
    benchmarkReturns: buyAndHold(bars.close, primary).returns,
    smaReturns: backtest(history.close, smaSignal(history.close, fast, slow), rangeOf(history, task.primary))
      .returns,
    periodsPerYear: study.engine['periods-per-year'],
  };
}
