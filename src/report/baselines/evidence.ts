/** What the baselines report is made of: bars and windows, no model. */
import { baselines, type Baseline } from '../../backtest/index.js';
import { digestJson } from '../../base/digest.js';
import type { Bars, Window } from '../../market/index.js';
import type { EvidenceName } from '../types.js';

export interface BaselineInput {
  /** One symbol on several windows: the default study's. */
  readonly bars: Bars;
  readonly windows: readonly Window[];
  /** The paper's ETFs on the paper's window, when the reader has them. */
  readonly etf: { readonly bars: readonly Bars[]; readonly window: Window } | null;
  readonly sma: readonly [fast: number, slow: number];
}

export interface BaselineEvidence extends BaselineInput {
  /** Buy-and-hold, then the rule, window by window. */
  readonly rows: readonly Baseline[];
  /** The same, symbol by symbol; empty without the ETFs. */
  readonly etfRows: readonly Baseline[];
}

/** Runs the baselines once; tables and figures read the results. */
export function baselineEvidence(input: BaselineInput): BaselineEvidence {
  const { bars, windows, etf, sma } = input;
  return {
    ...input,
    rows: baselines([bars], { windows, sma }),
    etfRows: etf ? baselines(etf.bars, { windows: [etf.window], sma }) : [],
  };
}

/** Covers the files' bytes and the settings. */
export function baselineName({ bars, windows, etf, sma }: BaselineEvidence): EvidenceName {
  const digest = digestJson([
    bars.source.digest,
    windows,
    etf && [etf.bars.map((b) => [b.symbol, b.source.digest]), etf.window],
    sma,
  ]);
  return { id: `baselines-${digest.slice(0, 8)}`, digest };
}
