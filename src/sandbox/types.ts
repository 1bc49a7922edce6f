/** The contract of the sandbox: strategy code goes in as text, bytes come out. */
import type { Bars } from '../market/index.js';

export type Language = 'typescript' | 'javascript' | 'python';

/** The closed list of what can become of a strategy. */
export const OUTCOMES = [
  'ok',
  'syntax',
  'no-strategy',
  'threw',
  'timed-out',
  'out-of-memory',
  'bad-output',
  'killed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** How often a returned series had to be mended to become signals in {-1, 0, 1}. */
export interface Repairs {
  /** NaN, null, undefined or missing: became 0. */
  readonly missing: number;
  /** Not an integer: rounded half away from zero, so 0.5 becomes 1. */
  readonly rounded: number;
  /** Beyond -1 or 1: clipped. */
  readonly clipped: number;
}

export interface Execution {
  readonly outcome: Outcome;
  /** The error's message or what was wrong with the output; null when ok. At most 500 characters, no paths. */
  readonly detail: string | null;
  /** Length n when ok, else null. */
  readonly signal: Int8Array | null;
  readonly repairs: Repairs;
  /** Wall time of the call, for people; never hashed. */
  readonly millis: number;
}

export interface StrategyCode {
  readonly code: string;
  readonly language: Language;
}

/** Changes made to the bars before the strategy sees them; the strategy cannot tell. */
export type Variant =
  /** Bars 0 .. length-1 only. */
  | { readonly kind: 'prefix'; readonly length: number }
  /** All bars, but every price after bar `after` multiplied by `factor` and its volume changed as well. */
  | { readonly kind: 'altered'; readonly after: number; readonly factor: number };

export interface Sandbox {
  /** One run on all bars. */
  run(strategy: StrategyCode, bars: Bars): Promise<Execution>;
  /** One run a variant, each in a fresh context, batched in as few children as possible; results in order. */
  runVariants(
    strategy: StrategyCode,
    bars: Bars,
    variants: readonly Variant[],
    options?: { deadlineMs?: number },
  ): Promise<Execution[]>;
  close(): Promise<void>;
}
