/**
 * Testable claims read from the claimed edge by rules: negation, hedges, comparatives, numbers. What is not a
 * statement about the result of trading ("captures trends") is no claim; a claim bound to a condition ("in falling
 * markets") is kept with its words, and testing says undetermined.
 */
import type { Claim, ClaimQuantity } from '../types.js';

const NUMBER = String.raw`(\d+(?:\.\d+)?)`;
const REFERENCE = String.raw`(?:a |an |the |its |simple |simply |passive |just |plain )*(?:buy[- ]?(?:and|&|n)[- ]?hold\w*|B&H|holding|passive\w*|benchmark|market|index|underlying|asset|ETF|stock|long[- ]only position|ticker|[A-Z]{2,5}\b)`;
const HOLD = new RegExp(
  String.raw`\bbuy[- ]?(?:and|&|n)[- ]?hold\w*|\bB&H\b|\bholding\b|\bpassive\b|\bbenchmark\b|\bthe (?:market|index|underlying|asset|etf|stock)\b`,
  'i',
);
const SMA = /\bSMA\b|\bmoving[- ]average (?:rule|baseline|crossover|benchmark)\b/;
const MORE = String.raw`(?:above|over|exceed\w*|higher|greater|more|better|superior|larger|improved?|outperform\w*|beat\w*|surpass\w*|at least|no less than|not less than|in excess of|north of|>=?|minimum of)`;
const LESS = String.raw`(?:below|under|lower|less|smaller|reduced?|shallower|fewer|at most|no more than|not more than|limited to|up to|within|<=?|maximum of|capped at)`;

interface Quantity {
  readonly quantity: ClaimQuantity;
  readonly words: string;
  /** The side that counts as good when the sentence names none: "a 12 % return", "20 % drawdown". */
  readonly good: 'above' | 'below';
}

/** The first that matches a place wins: "annual return" before "return". */
const QUANTITIES: readonly Quantity[] = [
  {
    quantity: 'sharpe',
    words: String.raw`(?:sharpe(?: ratios?)?|risk[- ]adjusted (?:returns?|performance|basis|terms))`,
    good: 'above',
  },
  {
    quantity: 'annual-return',
    words: String.raw`(?:(?:annual(?:i[sz]ed)?|yearly|CAGR|compound(?:ed)?)(?: (?:total|net|average|growth))? ?(?:returns?|profits?|gains?|rate)?|(?:returns?|profits?|gains?)(?: of)? (?:per|a|each) (?:year|annum))`,
    good: 'above',
  },
  { quantity: 'max-drawdown', words: String.raw`(?:(?:max(?:imum|imal)? )?draw-?downs?)`, good: 'below' },
  {
    quantity: 'volatility',
    words: String.raw`(?:volatility|variance|risk(?![- ](?:rules?|controls?|management|adjusted)))`,
    good: 'below',
  },
  {
    quantity: 'hit-rate',
    words: String.raw`(?:(?:hit|win(?:ning)?|success)[- ]?(?:rate|ratio|percentage)|(?:share|percentage) of (?:winning|profitable) (?:days|trades)|winning (?:days|trades))`,
    good: 'above',
  },
  {
    quantity: 'total-return',
    words: String.raw`(?:(?:total |net |cumulative |absolute |excess |overall )*(?:returns?|profits?|gains?|performance)(?! ratio))`,
    good: 'above',
  },
];

const HEDGE =
  /\b(?:may|might|should|could|can|aims?|seeks?|intend\w*|expect\w*|likely|hop\w*|potential\w*|design\w*|tends?|target\w*|attempt\w*|tr(?:y|ies)|ideally|typically|generally|usually|often|plausibl\w*|believe\w*|would|objective|goal)\b/i;
const NEGATION =
  /\b(?:not|no|never|without|cannot|can't|won't|isn't|doesn't|don't|unlikely|neither|nor|fails? to|rather than|instead of|little|nothing)\b(?! only)/i;
const NONE = /^\W*(?:none|no (?:edge|claim)\w*|n\/?a)\b/i;

/** A claim that holds only under a condition cannot be tested on a whole window. */
export const CONDITIONAL =
  /\b(?:(?:in|during|under|within) (?:\w+[- ]?){0,3}(?:market|regime|period|condition|environment|phase|crash|crise|crisi|trend|selloff|downturn|recession|volatility)\w*|when(?:ever)? |if |as long as|provided that|unless|in (?:bear|bull|trending|ranging|choppy|falling|rising|sideways)\b)/i;

/** @example extractClaims('Annual return above 8 % with half the drawdown of holding') // two claims */
export function extractClaims(edge: string | null): Claim[] {
  if (edge === null || NONE.test(edge)) return [];
  const text = edge
    .replace(/[‐-―−]/g, '-')
    .replace(/[‘’]/g, "'")
    .replace(/(\d)\s+%/g, '$1%');
  const claims: Claim[] = [];
  for (const sentence of text.split(/(?<=[a-z)%\d])[.;!?]+(?:\s+|$)/)) {
    const named = benchmarkOf(sentence);
    let benchmark: Claim['threshold'] | null = named && { benchmark: named, multiple: 1 };
    for (const clause of sentence.split(
      /,?\s+\b(?:but|while|whereas|although|though|yet)\b\s+|;\s*|,\s+(?:and|with|at|plus)\s+|\s+(?:with|at)\s+(?=(?:an? |the )?(?:\w+ ){0,2}(?:no more|at most|under|below|\d|half|third|twice|lower|less|smaller|higher|reduced|better|shallower|fewer|drawdown|volatility|sharpe|risk|max))/,
    )) {
      const read: Claim[] = readClause(clause.trim(), benchmark);
      for (const claim of read) {
        if ('benchmark' in claim.threshold) benchmark = { benchmark: claim.threshold.benchmark, multiple: 1 };
        const told = claims.some(
          (c) =>
            c.quantity === claim.quantity && JSON.stringify(c.threshold) === JSON.stringify(claim.threshold),
        );
        if (!told) claims.push(claim);
      }
    }
  }
  return claims;
}

/** @param carried the benchmark that the sentence has spoken of: "beats holding with a smaller drawdown" */
function readClause(clause: string, carried: Claim['threshold'] | null): Claim[] {
  if (clause === '') return [];
  const hedged = HEDGE.test(clause);
  const found: Claim[] = [];
  const add = (
    quantity: ClaimQuantity,
    comparison: Claim['comparison'],
    threshold: Claim['threshold'],
    at: number,
  ) => {
    if (!negated(clause, at)) found.push({ text: clause, quantity, comparison, threshold, hedged });
  };
  const beats = new RegExp(
    String.raw`\b(?:beat\w*|outperform\w*|out-perform\w*|surpass\w*|exceed\w*|does better than|do better than|superior to|better than|ahead of)\b(?<between>[^.;]{0,60}?)\b${REFERENCE}`,
    'i',
  ).exec(clause);
  const benchmark = benchmarkOf(clause);
  const named = QUANTITIES.flatMap((q) => places(q, clause));
  const own = named.filter((n, k) => !named.some((o, j) => j < k && n.at < o.end && n.end > o.at));
  if (beats && (benchmark || isTicker(clause)) && own.length === 0) {
    for (const quantity of ['total-return', 'sharpe'] as const)
      add(quantity, 'above', reference(benchmark), beats.index);
  }
  for (const q of own) {
    const claim = readQuantity(q, clause, own, benchmark, carried);
    // "returns of 8 % per year" speaks of a year, "returns of 8 %" of the window.
    const yearly =
      q.quantity === 'total-return' && 'value' in (claim?.threshold ?? {}) && YEARLY.test(clause);
    if (claim) add(yearly ? 'annual-return' : q.quantity, claim.comparison, claim.threshold, claim.at);
  }
  if (found.length === 0 && own.length === 0) {
    const profit = /\b(?:profitable|makes? money|turns? a profit|positive expectancy)\b/i.exec(clause);
    if (profit) add('total-return', 'above', { value: 0 }, profit.index);
  }
  return found;
}

const YEARLY = /\b(?:per|a|each) (?:year|annum)\b|\bp\.?a\.?\b|\bannually\b|\bannuali[sz]ed\b/i;

interface Place extends Quantity {
  readonly at: number;
  readonly end: number;
}

function places(quantity: Quantity, clause: string): Place[] {
  return [...clause.matchAll(new RegExp(String.raw`\b${quantity.words}(?![a-z])`, 'gi'))].map((m) => ({
    ...quantity,
    at: m.index ?? 0,
    end: (m.index ?? 0) + m[0].length,
  }));
}

function benchmarkOf(text: string): 'buy-and-hold' | 'sma' | null {
  if (SMA.test(text) && !HOLD.test(text)) return 'sma';
  return HOLD.test(text) ? 'buy-and-hold' : null;
}

/** "than SPY", "of TLT": holding the ticker. */
function isTicker(text: string): boolean {
  return /\b(?:than|of|beats?|outperforms?|outperform|exceeds?|over|to)\s+(?:the )?(?:ticker )?[A-Z]{2,5}\b(?! (?:ratio|rule|crossover))/.test(
    text.replace(/\b(?:SMA|EMA|RSI|CAGR)\b/g, ''),
  );
}

function reference(benchmark: 'buy-and-hold' | 'sma' | null, multiple = 1): Claim['threshold'] {
  return { benchmark: benchmark ?? 'buy-and-hold', multiple };
}

const FRACTIONS: readonly (readonly [RegExp, number])[] = [
  [/\bhal(?:f|ve\w*)\b/i, 0.5],
  [/\b(?:two[- ]thirds)\b/i, 2 / 3],
  [/\b(?:a |one[- ])third\b/i, 1 / 3],
  [/\b(?:a |one[- ])quarter\b/i, 0.25],
  [/\b(?:twice|double[sd]?)\b/i, 2],
  [/\b(?:three times|triple[sd]?)\b/i, 3],
];

interface Reading {
  readonly comparison: Claim['comparison'];
  readonly threshold: Claim['threshold'];
  readonly at: number;
}

/** What a clause says of one quantity; null when it only names it. */
function readQuantity(
  q: Place,
  clause: string,
  all: readonly Place[],
  benchmark: ReturnType<typeof benchmarkOf>,
  carried: Claim['threshold'] | null,
): Reading | null {
  const before = clause.slice(Math.max(0, lastEnd(all, q)), q.at);
  const after = clause.slice(q.end, nextStart(all, q, clause.length));
  const near = `${before} # ${after}`;
  const more = new RegExp(String.raw`\b${MORE}\b|>`, 'i').exec(near);
  const less = new RegExp(String.raw`\b${LESS}\b|<`, 'i').exec(near);
  const number = numberFor(q, before, after);
  const at = q.at - before.length + Math.max(0, (more ?? less)?.index ?? 0);
  const start = Math.min(at, q.at);
  const side = less && (!more || q.good === 'below') ? 'below' : more ? 'above' : null;
  const against =
    benchmark ??
    (isTicker(clause) ? 'buy-and-hold' : carried && 'benchmark' in carried ? carried.benchmark : null);
  const fraction = FRACTIONS.find(([words]) => words.test(near))?.[1];
  if (against && fraction !== undefined) {
    return {
      comparison: fraction < 1 ? 'below' : 'above',
      threshold: reference(against, fraction),
      at: start,
    };
  }
  const relative = new RegExp(String.raw`${NUMBER}%\s*(?:${LESS}|${MORE})`, 'i').exec(near);
  if (against && relative && side) {
    const share = Number(relative[1]) / 100;
    return {
      comparison: side,
      threshold: reference(against, side === 'below' ? 1 - share : 1 + share),
      at: start,
    };
  }
  if (number !== null) return { comparison: side ?? q.good, threshold: { value: number }, at: start };
  const positive =
    /\bpositive\b/i.exec(before) ??
    /\b(?:is|stays?|remains?|be) positive\b|\babove zero\b|\bgreater than zero\b/i.exec(after);
  if (positive && !side)
    return { comparison: 'above', threshold: { value: 0 }, at: q.at - before.length + (positive.index ?? 0) };
  if (/\bon most (?:trades|days)\b|\bmost trades\b/i.test(after) && q.quantity === 'total-return')
    return null;
  const shared = sharedSide(q, clause, all);
  const sided = side ?? shared;
  if (against && sided) return { comparison: sided, threshold: reference(against), at: start };
  if (positive) return { comparison: 'above', threshold: { value: 0 }, at: start };
  if (
    q.quantity === 'annual-return' &&
    /\b(?:near|about|around|roughly|approximately|close to)\b/i.test(near)
  ) {
    return { comparison: 'above', threshold: { value: 0 }, at: start };
  }
  return null;
}

/** "higher return and Sharpe ratio than buy-and-hold": the second takes the side of the first. */
function sharedSide(q: Place, clause: string, all: readonly Place[]): Claim['comparison'] | null {
  const first = all.filter((o) => o.at < q.at).sort((a, b) => b.at - a.at)[0];
  if (!first || !/^\s*(?:,|and|or|as well as|\/|&|\s|a|an|the)+\s*$/i.test(clause.slice(first.end, q.at)))
    return null;
  const before = clause.slice(0, first.at);
  if (new RegExp(String.raw`\b${LESS}\b`, 'i').test(before)) return 'below';
  return new RegExp(String.raw`\b${MORE}\b`, 'i').test(before) ? 'above' : null;
}

function lastEnd(all: readonly Place[], q: Place): number {
  return Math.max(0, ...all.filter((o) => o.at < q.at).map((o) => o.end));
}

function nextStart(all: readonly Place[], q: Place, end: number): number {
  return Math.min(end, ...all.filter((o) => o.at > q.at).map((o) => o.at));
}

/** The number that belongs to a quantity, as a fraction where it is a percentage; null when there is none or it is only approximate. */
function numberFor(q: Place, before: string, after: string): number | null {
  const percent = q.quantity !== 'sharpe';
  const unit = percent
    ? String.raw`\s*(?:%|percent\b|per cent\b)`
    : String.raw`(?!\s*(?:%|percent|-?day|[-/]\d))`;
  const vague = /\b(?:near|about|around|roughly|approximately|close to)\b/i;
  const behind = new RegExp(
    String.raw`^[^.;]{0,40}?(?<![\d.])${NUMBER}(?:\s*-\s*\d+(?:\.\d+)?)?${unit}`,
    'i',
  ).exec(after);
  const ahead = new RegExp(
    String.raw`(?<![\d.])${NUMBER}(?:\s*-\s*\d+(?:\.\d+)?)?${unit}[^.;,]{0,15}$`,
    'i',
  ).exec(before);
  const match = behind ?? ahead;
  if (!match || vague.test(match[0]) || vague.test(before.slice(-15))) return null;
  const value = Number(match[1]);
  return percent ? value / 100 : value;
}

/** A negation in the eight words before a place, or right at it; "no more than" is none. */
function negated(clause: string, at: number): boolean {
  const plain = clause.replace(/\b(?:no|not) (?=(?:more|less) than)/gi, (words) => ' '.repeat(words.length));
  const window = plain.slice(0, Math.max(at, 0)).split(/\s+/).slice(-9).join(' ');
  return NEGATION.test(window) || /^\s*(?:not|no|never)\b/i.test(plain.slice(at, at + 14));
}
