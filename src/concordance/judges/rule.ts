/** The paper's rule variant of say->do: which lookbacks of the prose stand literally in the code. */
import type { Verdict } from '../types.js';

/** The lookbacks that count (paper, frozen configuration). */
export const LOOKBACKS = [5, 10, 14, 20, 21, 50, 100, 200] as const;

/**
 * The share of the lookback numbers named in the prose that appear literally in the code. Undefined (null) when
 * the prose names none [ours]; such rows are left out of means, and their number is printed.
 */
export function ruleVerdict(prose: string, code: string): Verdict {
  const named = LOOKBACKS.filter((n) => stands(n, prose));
  const found = named.filter((n) => stands(n, code));
  const score = named.length === 0 ? null : found.length / named.length;
  const evidence = named.map((n) => `${n} ${found.includes(n) ? 'is' : 'is not'} in the code`);
  return {
    judge: 'rule',
    checks: null,
    score,
    evidence: named.length === 0 ? ['the prose names no lookback'] : evidence,
  };
}

/** As a number of its own: 20 stands in `20-day`, `SMA20` and `fast=20`, not in 200, 0.20, 20.5, 20 % or 2020-03-20. */
function stands(n: number, text: string): boolean {
  return new RegExp(`(?<![\\d.]|\\d{4}-|\\d-)${n}(?![\\d]|\\.\\d|-\\d\\d|\\s?%)`).test(text);
}
