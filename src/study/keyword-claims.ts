/**
 * What a score of say->result stands for. The score is the paper's, by keywords, and knows three claims; a sentence that
 * claims "a Sharpe ratio above 0.8" is scored as one above 0. Claims as they are read one by one stand beside it.
 */
import type { UnitRecord } from './types.js';

/** The claims that the keywords find in a record's sentence; a strategy that failed holds none of them. */
export function keywordClaims({ sayToResult: { paperClaims }, primary }: UnitRecord): {
  readonly text: string;
  readonly holds: boolean;
}[] {
  const { strategy, beatsBuyAndHold } = primary;
  return [
    { found: paperClaims.beatsBuyAndHold, text: 'beats buy-and-hold', holds: beatsBuyAndHold },
    { found: paperClaims.sharpe, text: 'Sharpe above 0', holds: strategy !== null && strategy.sharpe > 0 },
    {
      found: paperClaims.profit,
      text: 'return above 0',
      holds: strategy !== null && strategy.totalReturn > 0,
    },
  ]
    .filter(({ found }) => found)
    .map(({ text, holds }) => ({ text, holds }));
}

/** "by the paper's keywords: Sharpe above 0, holds". */
export function keywordReading(record: UnitRecord): string {
  const claims = keywordClaims(record);
  if (claims.length === 0) return 'the paper’s keywords find no claim';
  return `by the paper’s keywords: ${claims.map(({ text, holds }) => `${text}, ${holds ? 'holds' : 'fails'}`).join('; ')}`;
}

/** Scored 1 by the keywords, though a claim that the rules read in the same sentence is refuted by sign. */
export function scoredButRefuted({ sayToResult: { score, claims } }: UnitRecord): boolean {
  return score === 1 && claims.some(({ bySign }) => bySign === 'refuted');
}
