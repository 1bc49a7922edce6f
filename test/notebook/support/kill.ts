/** kill -9 of `fides notebook run` at a random moment. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatNotebook, parseNotebook } from 'fides/notebook';
import { random } from '#fides/base/random.js';
import { manyCells } from './lossless.js';

const FIDES = fileURLToPath(new URL('../../../bin/fides.js', import.meta.url));

export interface Killed {
  /** Cells that the saved notebook holds outputs of; null when nothing had been saved yet. */
  readonly cells: number | null;
  readonly afterMs: number;
  /** Whether the kernel ended within ten seconds; where there is a /proc to see it. */
  readonly kernelEnded: boolean;
}

/**
 * Starts a run and kills it after a random time, counted from the first save in three of four cases, so that most kills
 * fall among saves. Throws when what is saved is no valid notebook.
 */
export async function killAtRandom(seed: number, withinMs: number): Promise<Killed> {
  const { next, integer } = random(`kill ${seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'fides-notebook-kill-'));
  const [source, out] = [join(folder, 'many.ipynb'), join(folder, 'out.ipynb')];
  writeFileSync(source, formatNotebook(manyCells(300)));
  const runner = spawn(process.execPath, [FIDES, '-q', 'notebook', 'run', source, '-o', out], {
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => runner.on('close', resolve));
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const hasOutputs = () => existsSync(out) && /"execution_count": 1,/.test(readFileSync(out, 'utf8'));
  if (integer(4) > 0) while (!hasOutputs() && runner.exitCode === null) await sleep(50);
  const afterMs = Math.round(next() * withinMs);
  await sleep(afterMs);
  runner.kill('SIGKILL');
  await ended;
  let kernelEnded = false;
  for (let n = 0; n < 100 && !(kernelEnded = !hasKernel(runner.pid!)); n++) await sleep(100);
  const text = existsSync(out) ? readFileSync(out, 'utf8') : null;
  rmSync(folder, { recursive: true, force: true });
  if (text === null) return { cells: null, afterMs, kernelEnded };
  const { cells } = parseNotebook(text, `out.ipynb of seed ${seed}`);
  const filled = cells.filter((c) => c.cell_type === 'code' && c.outputs.length > 0);
  return { cells: filled.length, afterMs, kernelEnded };
}

/** Whether a kernel of this runner is alive. */
function hasKernel(runner: number): boolean {
  if (!existsSync('/proc/self/cmdline')) return false;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`end-with-runner.js?runner=${runner}\0`);
      } catch {
        return false; // has ended meanwhile
      }
    });
}
