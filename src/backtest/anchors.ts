/** The numbers of the paper's protocol that depend on prices and engine only: if these come out, data and engine are right. */
import { PAPER_SYMBOLS, PAPER_WINDOW, type Bars } from '../market/index.js';
import { baselines } from './baselines.js';

type Row = readonly [holdSharpe: number, holdReturn: number, smaSharpe: number, smaReturn: number];

/** Per symbol on 2023-01-01..2024-12-31: Sharpe (sample std) and return of buy-and-hold, then of SMA(50,200). */
export const ANCHORS: Readonly<Record<string, Row>> = {
  SPY: [1.8466, 0.5758, 1.667, 0.4889],
  QQQ: [1.9526, 0.9446, 1.8649, 0.7946],
  IWM: [0.7498, 0.3013, -0.031, -0.0408],
  EFA: [0.8408, 0.2249, 0.3698, 0.0788],
  TLT: [-0.0912, -0.0551, -0.4317, -0.091],
  GLD: [1.3274, 0.4273, 0.9041, 0.249],
  XLF: [1.3322, 0.4626, 0.8044, 0.2245],
  XLE: [0.2194, 0.0489, -0.4874, -0.1922],
};

/** Mean Sharpe ratio of SMA(50,200) over the eight; the paper prints 0.583. With unadjusted prices it is 0.501. */
export const ANCHOR_MEAN_SMA = 0.5825;

export interface AnchorCheck {
  readonly symbol: string;
  readonly quantity: string;
  readonly expected: number;
  readonly found: number;
  readonly agrees: boolean;
}

/** Vendors round adjusted closes differently; across three downloads the values moved by less than this. */
const TOLERANCE = 0.0005;

/**
 * Compares bars with the anchors, those of the paper's eight symbols that are given.
 *
 * @throws UserError when the bars do not cover 2023-24
 */
export function checkAnchors(all: readonly Bars[]): AnchorCheck[] {
  const known = all.filter((bars) => Object.hasOwn(ANCHORS, bars.symbol));
  const results = baselines(known, { windows: [PAPER_WINDOW] });
  const checks = known.flatMap(({ symbol }) => {
    const of = results.filter((row) => row.symbol === symbol);
    const found = of.flatMap(({ result: { metrics } }) => [metrics.sharpe, metrics.totalReturn]);
    const names = of.flatMap(({ strategy }) => [`${strategy} Sharpe`, `${strategy} return`]);
    return ANCHORS[symbol]!.map((expected, i) => compare(symbol, names[i]!, expected, found[i]!));
  });
  if (known.length === PAPER_SYMBOLS.length) {
    const sharpes = results
      .filter((row) => row.strategy !== 'buy-and-hold')
      .map((row) => row.result.metrics.sharpe);
    const mean = sharpes.reduce((sum, sharpe) => sum + sharpe, 0) / sharpes.length;
    checks.push(compare('mean', 'sma(50,200) Sharpe', ANCHOR_MEAN_SMA, mean));
  }
  return checks;
}

function compare(symbol: string, quantity: string, expected: number, found: number): AnchorCheck {
  return { symbol, quantity, expected, found, agrees: Math.abs(found - expected) <= TOLERANCE };
}
