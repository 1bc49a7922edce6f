/** What the paper's known results say about bars. */
import type { AnchorCheck } from '../../../backtest/index.js';
import { UserError } from '../../../base/errors.js';
import type { Bars } from '../../../market/index.js';

export interface AnchorReport {
  readonly checked: number;
  readonly differing: readonly AnchorCheck[];
  /** For people; empty when there was nothing to check. */
  readonly lines: readonly string[];
}

/** Compares the paper's symbols among the bars with the known results of 2023-24, where the bars reach that far. */
export async function reportAnchors(all: readonly Bars[]): Promise<AnchorReport> {
  const { checkAnchors } = await import('../../../backtest/index.js');
  const checks = all.flatMap((bars) => whereCovered(() => checkAnchors([bars])));
  checks.push(...whereCovered(() => checkAnchors(all)).filter(({ symbol }) => symbol === 'mean'));
  const differing = checks.filter(({ agrees }) => !agrees);
  return { checked: checks.length, differing, lines: checks.length === 0 ? [] : describe(checks, differing) };
}

function whereCovered(check: () => AnchorCheck[]): AnchorCheck[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

function describe(checks: readonly AnchorCheck[], differing: readonly AnchorCheck[]): string[] {
  if (differing.length === 0)
    return [`All ${checks.length} known results of 2023-24 (paper's protocol, SMA and buy-and-hold) come out.`];
  return [
    `warning: ${differing.length} of ${checks.length} known results of 2023-24 do not come out: other prices, or unadjusted ones.`,
    ...differing.map(
      ({ symbol, quantity, expected, found }) =>
        `  ${symbol} ${quantity}: ${found.toFixed(4)}, known as ${expected.toFixed(4)}`,
    ),
  ];
}
