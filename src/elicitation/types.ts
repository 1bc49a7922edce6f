/** What is asked of a model and what is read from its reply. */
import type { Window } from '../market/index.js';
import type { Language } from '../sandbox/index.js';

/** What a prompt says about the task. */
export interface PromptTask {
  readonly symbol: string;
  readonly inSample: Window;
  readonly outOfSample: Window;
  /** A compact description of the in-sample bars, as text for the full form; see context.ts. */
  readonly context: string;
}

export type PromptForm = 'full' | 'compact';

/** The closed list of why a reply could not be read. */
export const PARSE_FAILURES = ['empty', 'no-code', 'no-strategy-function', 'truncated'] as const;
export type ParseFailure = (typeof PARSE_FAILURES)[number];

export interface Delivery {
  /** Null when the reply was read. */
  readonly failure: ParseFailure | null;
  readonly prose: string;
  /** The text after `Claimed edge:`; null when the line is missing. */
  readonly claimedEdge: string | null;
  /** Empty when there is none. */
  readonly code: string;
  readonly language: Language;
}
