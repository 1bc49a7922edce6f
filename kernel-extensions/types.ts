/** The seam between compiling and running cells (engine/) and speaking the Jupyter protocol (protocol/, transport/). */

/** What a cell did. Line numbers in tracebacks are the cell's own, counted from 1. */
export type CellOutcome =
  | { readonly status: 'ok'; readonly hasValue: boolean; readonly value: unknown; readonly imports: readonly string[] }
  | { readonly status: 'error'; readonly ename: string; readonly evalue: string; readonly traceback: readonly string[]; readonly imports: readonly string[] };

export interface Completions {
  readonly matches: readonly string[];
  /** Offsets into the code in UTF-16 units; the protocol layer converts to code points. */
  readonly start: number;
  readonly end: number;
  /** Per match: kind and type, for the experimental metadata that JupyterLab shows. */
  readonly details: readonly { readonly text: string; readonly type: string; readonly signature?: string }[];
}

export type Completeness = { readonly status: 'complete' | 'invalid' } | { readonly status: 'incomplete'; readonly indent: string };

/** Compiles and runs TypeScript cells one after another, sharing their top-level names. */
export interface CellEngine {
  /** Resolves when the cell's own work (its top-level awaits included) is over; never rejects for an error of the cell. */
  execute(source: string, options: { readonly executionCount: number }): Promise<CellOutcome>;
  /** Evaluates an expression for user_expressions; leaves no declarations. */
  evaluate(expression: string): Promise<CellOutcome>;
  complete(source: string, cursor: number): Completions;
  /** Signature and documentation of the name at the cursor, or null. */
  inspect(source: string, cursor: number, detail: 0 | 1): { readonly signature: string; readonly documentation: string } | null;
  isComplete(source: string): Completeness;
  /** Rejects the pending cell's promise, so that an interrupt ends a pending await. */
  interrupt(): void;
  close(): void;
}
