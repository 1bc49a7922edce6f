/** The paper's claims by keyword, and the score of say->result. The paper does not print its keywords: these are ours. */
import type { PaperClaims } from '../types.js';

const HOLDING =
  /\bbuy[- ]?(?:and|&|n)[- ]?hold\w*|\bB&H\b|\bholding\b|\bpassive\b|\bbenchmark\b|\bthe (?:market|index)\b/i;
const BEATING =
  /\b(?:beat\w*|outperform\w*|out-perform\w*|exceed\w*|surpass\w*|superior|better|higher|greater|more than|above|improv\w*|excess return\w*)\b/i;
const SHARPE = /\bsharpe\b|\brisk[- ]adjusted\b/i;
const PROFIT =
  /\bprofit\w*|\bpositive\b[^.;]{0,30}\breturns?\b|\bmakes? money\b|\bgains?\b|\babsolute returns?\b|\bpositive (?:expectancy|alpha)\b/i;
const NONE = /^\W*(?:none|no (?:edge|claim)|n\/?a)\b/i;

/**
 * Which of the paper's three claims the sentence triggers. Keywords only, as in the paper: "not expected to beat
 * buy-and-hold" triggers like its opposite; `extractClaims` reads what this cannot.
 * @param edge the claimed edge; null when the reply had none
 * @example paperClaims('The rule should outperform a buy-and-hold of TLT.').beatsBuyAndHold // true
 */
export function paperClaims(edge: string | null): PaperClaims {
  if (edge === null || NONE.test(edge)) return { beatsBuyAndHold: false, sharpe: false, profit: false };
  const sentences = edge.split(/(?<=[.;])\s+/);
  return {
    beatsBuyAndHold: sentences.some((s) => HOLDING.test(s) && BEATING.test(s)),
    sharpe: SHARPE.test(edge),
    profit: PROFIT.test(edge),
  };
}

/** What say->result needs to know of a strategy or a benchmark on the window. */
export interface Result {
  readonly sharpe: number;
  readonly totalReturn: number;
}

/**
 * 1 when every triggered claim holds, 0 when one fails, 0.5 when none is triggered. Beating buy-and-hold needs both
 * Sharpe and return above it; a Sharpe claim needs S > 0, a profit claim R > 0 (paper).
 * @param strategy null for a run that failed, which beats nothing: 0 with a claim [conv]
 */
export function sayToResult(claims: PaperClaims, strategy: Result | null, buyAndHold: Result): 0 | 0.5 | 1 {
  if (!claims.beatsBuyAndHold && !claims.sharpe && !claims.profit) return 0.5;
  if (!strategy) return 0;
  const beats = strategy.sharpe > buyAndHold.sharpe && strategy.totalReturn > buyAndHold.totalReturn;
  const holds =
    (!claims.beatsBuyAndHold || beats) &&
    (!claims.sharpe || strategy.sharpe > 0) &&
    (!claims.profit || strategy.totalReturn > 0);
  return holds ? 1 : 0;
}
