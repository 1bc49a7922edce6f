/** The provenance of a cell that has run, from what the kernel and the runner saw. */
import type { Digest } from '../../base/digest.js';
import type { CodeCell, Output } from '../format/types.js';
import { outputsDigest } from './hash.js';
import type { Imports } from './imports.js';
import type { CellInputs, CellProvenance } from './types.js';

export interface Seen {
  readonly chain: Digest;
  readonly outputs: readonly Output[];
  readonly imports: Imports;
  /** Without timings. */
  readonly strip: boolean;
}

export function provenanceOf(
  run: { readonly inputs: CellInputs | null; readonly wallMillis: number },
  { chain, outputs, imports, strip }: Seen,
): CellProvenance {
  const { inputs, wallMillis } = run;
  const files = new Map([...(inputs?.files ?? []), ...imports.files].map((file) => [file.path, file]));
  const beyond = inputs
    ? [...(imports.computed ? (['computed import'] as const) : []), ...inputs.beyond]
    : (['unknown'] as const);
  return {
    source: chain,
    outputs: outputsDigest(outputs),
    imports: imports.packages,
    files: [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    ...(beyond.length > 0 ? { beyond } : {}),
    ...(strip ? {} : { timing: { wallMillis, cpuMillis: inputs?.cpuMillis ?? null } }),
  };
}

export function withoutProvenance(cell: CodeCell): CodeCell {
  const { fides: _, ...metadata } = cell.metadata;
  return { ...cell, metadata };
}
