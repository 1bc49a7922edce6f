/** nbclient (Debian's python3-nbclient) on our kernel: the other client that must see the same outputs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installKernel } from 'fides/kernel';
import { readNotebook, type Notebook } from 'fides/notebook';

const PYTHON = '/usr/bin/python3';
const SCRIPT = fileURLToPath(new URL('./with_nbclient.py', import.meta.url));
export const hasNbclient = spawnSync(PYTHON, ['-c', 'import nbclient']).status === 0;

/** Runs the notebook in its own folder, as Jupyter does. `seconds` are those of the cells, with start and end of the kernel. */
export function underNbclient(source: string): { readonly notebook: Notebook; readonly seconds: number } {
  const folder = mkdtempSync(join(tmpdir(), 'fides-nbclient-'));
  try {
    installKernel({ prefix: folder }, ['fides/notebook']);
    const kernels = join(folder, 'share', 'jupyter', 'kernels');
    const out = join(folder, 'out.ipynb');
    const printed = execFileSync(PYTHON, [SCRIPT, kernels, source, out], {
      cwd: dirname(source),
      encoding: 'utf8',
    });
    return { notebook: readNotebook(out), seconds: Number(printed) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
