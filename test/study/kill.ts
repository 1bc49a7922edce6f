/**
 * Kills a study with SIGKILL at random moments until it was killed `kills` times, starting it anew each time that it
 * completes. Every completed run must have the records of an undisturbed one, byte for byte.
 * Usage: node --import tsx test/study/kill.ts [kills]   (200 when absent; the tests use a few)
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { random } from '#fides/base/random.js';

export interface KillReport {
  readonly kills: number;
  readonly completed: number;
  /** Completed runs whose records differ from the undisturbed run's, or that still hold units that waited. */
  readonly different: number;
}

export async function killStudy(kills: number): Promise<KillReport> {
  const rng = random('kill');
  const started = performance.now();
  const expected = await undisturbed();
  const whole = performance.now() - started;
  const report = { kills: 0, completed: 0, different: 0 };
  while (report.kills < kills) {
    const folder = mkdtempSync(join(tmpdir(), 'fides-kill-'));
    for (let over = false; !over;) {
      const limit = report.kills < kills ? rng.next() * whole : null;
      over = await run(folder, limit);
      if (!over) report.kills += 1;
    }
    report.completed += 1;
    if (!recordsOf(folder).equals(expected) || filesOf(folder).includes('waiting')) report.different += 1;
    rmSync(folder, { recursive: true, force: true });
  }
  return report;
}

async function undisturbed(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'fides-kill-'));
  if (!(await run(folder, null))) throw new Error('the undisturbed run failed');
  return recordsOf(folder);
}

function recordsOf(folder: string): Buffer {
  return readFileSync(join(runOf(folder), 'records.jsonl'));
}

const filesOf = (folder: string): string[] => readdirSync(runOf(folder));

function runOf(folder: string): string {
  const runs = join(folder, 'runs');
  return join(runs, readdirSync(runs)[0]!);
}

/** True when the run completed, false when it was killed. */
function run(folder: string, limitMs: number | null): Promise<boolean> {
  return new Promise((done, fail) => {
    const program = [
      '--import',
      'tsx',
      join(import.meta.dirname, 'run-golden.ts'),
      join(folder, 'runs'),
      join(folder, 'cache'),
    ];
    const child = spawn(process.execPath, program, { stdio: ['ignore', 'ignore', 'inherit'] });
    const timer = limitMs === null ? undefined : setTimeout(() => child.kill('SIGKILL'), limitMs);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0 || signal === 'SIGKILL') done(code === 0);
      else fail(new Error(`the study ended with ${code ?? signal}`));
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const report = await killStudy(Number(process.argv[2] ?? 200));
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = report.different > 0 ? 1 : 0;
}
