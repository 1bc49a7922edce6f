/**
 * Reusing a saved run. A kernel's state is not stored, so a cell can be left out only when no cell after it has to run:
 * a notebook is reused whole, when every source, every file that was read and every imported package is as it was.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { sha256 } from '../base/digest.js';
import { isCode, textOf, type CodeCell, type Notebook } from './format/types.js';
import { chainCell, chainStart, outputsDigest } from './provenance/hash.js';
import type { CellProvenance } from './provenance/types.js';
import { packageVersion } from './provenance/watch.js';
import type { KernelCommand } from './run/kernels.js';

/** True when `stored` is what running `asked` now would give, as far as its inputs tell. Cells that failed are run again. */
export function reusable(
  asked: Notebook,
  stored: Notebook,
  { file, kernel }: { file: string; kernel: KernelCommand },
): boolean {
  if (!kernel.ours || asked.cells.length !== stored.cells.length) return false;
  const cwd = dirname(resolve(file));
  let chain = chainStart(kernel.name);
  return asked.cells.every((cell, i) => {
    const saved = stored.cells[i]!;
    if (cell.cell_type !== saved.cell_type) return false;
    if (!isCode(cell) || !isCode(saved)) return textOf(cell.source) === textOf(saved.source);
    if (textOf(cell.source).trim() === '') return textOf(saved.source).trim() === '';
    chain = chainCell(chain, cell);
    return unchanged(saved, chain, cwd);
  });
}

function unchanged(saved: CodeCell, chain: string, cwd: string): boolean {
  const provenance = saved.metadata.fides as CellProvenance | undefined;
  return (
    provenance?.source === chain &&
    provenance.outputs === outputsDigest(saved.outputs) &&
    saved.outputs.every((output) => output.output_type !== 'error') &&
    provenance.files.every(({ path, digest }) => digestOf(resolve(cwd, path)) === digest) &&
    Object.entries(provenance.imports).every(
      ([name, version]) => packageVersion(name, cwd)?.version === version,
    )
  );
}

function digestOf(path: string): string | null {
  try {
    return sha256(readFileSync(path));
  } catch {
    return null;
  }
}
