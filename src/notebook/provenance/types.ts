/** What is noted about a cell, under `fides` in its metadata. */
import type { Digest } from '../../base/digest.js';

/** What a cell read and used; reported by the kernel. */
export interface CellInputs {
  readonly files: readonly { readonly path: string; readonly digest: Digest }[];
  readonly cpuMillis: number;
}

export interface CellProvenance {
  /** SHA-256 of the source, chained to the cell before: equal only when all cells up to here are. */
  readonly source: Digest;
  /** SHA-256 of the outputs, without execution counts. */
  readonly outputs: Digest;
  /** Packages that the cell imports, with their versions. */
  readonly imports: Readonly<Record<string, string>>;
  readonly files: CellInputs['files'];
  /** Not part of any hash; `--strip` removes it. */
  readonly timing?: { readonly wallMillis: number; readonly cpuMillis: number };
}
