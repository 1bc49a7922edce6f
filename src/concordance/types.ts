/** Verdicts, findings and claims. */

/** The four checks of say->do (paper, section on the three gaps). */
export interface JudgeChecks {
  /** Direction rules match. */
  readonly d: boolean;
  /** Indicators and lookbacks named in the prose appear in the code. */
  readonly i: boolean;
  /** Exits and risk rules match, or are absent in both. */
  readonly x: boolean;
  /** No material extra rule. */
  readonly m: boolean;
}

/** One judge's reading of one strategy; a model, the paper's rule and the reader without a model give the same shape. */
export interface Verdict {
  readonly judge: string;
  /** Null where the judge has no opinion on checks (rule variant), or its reply could not be used. */
  readonly checks: JudgeChecks | null;
  /** say->do in [0, 1]; null when undefined (the rule variant on prose that names no lookback). */
  readonly score: number | null;
  /** Why, one line a check where known. */
  readonly evidence: readonly string[];
}

/** A pattern of look-ahead seen in the source text. Lines count from 1. */
export interface Finding {
  readonly detector: 'paper' | 'tree';
  readonly pattern: string;
  readonly line: number;
  readonly reason: string;
}

export interface PrefixCheck {
  readonly leak: boolean;
  /** The first bar whose signal changed, and the cut that showed it; null without a leak. */
  readonly bar: number | null;
  readonly cut: number | null;
  readonly by: 'prefix' | 'altered' | null;
  /** Cuts at which the strategy could be compared (a strategy that fails on a short prefix is not accused). */
  readonly compared: number;
  readonly cuts: number;
}

export interface CausalReplay {
  /** Whether every call succeeded; a failed call leaves a 0 signal and is counted. */
  readonly failures: number;
  readonly calls: number;
  /** Signals of the out-of-sample window as they would have been made bar by bar; full length n, 0 before the window's first decision. */
  readonly signal: Int8Array;
  /** Bars on which a call succeeded and decided otherwise than the full run: more than 0 is a leak. */
  readonly differing: number;
}

/** do->real = (runs + active + causal) / 3. */
export interface DoToReal {
  readonly runs: boolean;
  readonly active: boolean;
  readonly causal: boolean;
  readonly score: number;
}

/** The paper's keyword claims (parity). */
export interface PaperClaims {
  readonly beatsBuyAndHold: boolean;
  readonly sharpe: boolean;
  readonly profit: boolean;
}

export type ClaimQuantity =
  'total-return' | 'annual-return' | 'sharpe' | 'max-drawdown' | 'volatility' | 'hit-rate';

/** One testable statement read from the claimed edge: quantity, comparison, and what it is compared with. */
export interface Claim {
  /** The words it was read from. */
  readonly text: string;
  readonly quantity: ClaimQuantity;
  readonly comparison: 'above' | 'below';
  /** A number (fractions for returns), or a multiple of the benchmark's value (1 = the same). */
  readonly threshold:
    { readonly value: number } | { readonly benchmark: 'buy-and-hold' | 'sma'; readonly multiple: number };
  /** 'may', 'should', 'aims to': kept, and said. */
  readonly hedged: boolean;
}

export type ClaimVerdict = 'confirmed' | 'refuted' | 'undetermined';

export interface TestedClaim {
  readonly claim: Claim;
  readonly realised: number;
  readonly reference: number;
  /** By sign, as the paper does. */
  readonly bySign: ClaimVerdict;
  /** By a stationary-bootstrap interval of realised - reference. */
  readonly byInterval: ClaimVerdict;
  readonly interval: readonly [number, number];
}
