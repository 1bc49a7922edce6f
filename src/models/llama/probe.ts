/**
 * Loads a doubtful file in a child process first, since llama.cpp aborts the process on some faults. A file that
 * loaded once here, on this engine, is not doubted again.
 */
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { digestJson, type Digest } from '../../base/digest.js';
import { UserError } from '../../base/errors.js';
import { writeAtomic } from '../../base/files.js';
import { cacheFolder } from '../../base/paths.js';
import type { GgufMetadata } from '../gguf/check.js';
import type { Engine } from '../types.js';
import type { Gpu } from '../options.js';

/** Loading a large file from a slow disk takes minutes; a hang takes for ever. */
const LIMIT = 15 * 60_000;

export interface Trial {
  readonly path: string;
  readonly gpu: Gpu;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly template?: string;
}

/** What the child tells. */
export const trialReport = z.object({
  text: z.string(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  loadMillis: z.number(),
  millis: z.number(),
  device: z.string(),
});
export type TrialReport = z.infer<typeof trialReport>;

const failure = z.object({ problem: z.string(), mend: z.string() });

/**
 * Loads the file in a child and lets it say a few words.
 *
 * @throws UserError when it cannot: with llama.cpp's own words where it aborted
 */
export async function tryInChild(trial: Trial): Promise<TrialReport> {
  const script = fileURLToPath(new URL('./probe-child.js', import.meta.url));
  // Without the parent's flags: a loader or `-e` would be run again in the child and in llama.cpp's own self-test.
  const child = fork(script, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)));
  let answer: unknown;
  child.on('message', (message) => (answer = message));
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT);
  child.send(trial);
  const end = await new Promise<string>((done) => {
    child.on('close', (code, signal) => done(signal ?? `code ${code}`));
  });
  clearTimeout(timer);
  const report = trialReport.safeParse(answer);
  if (report.success) return report.data;
  const explained = failure.safeParse(answer);
  if (explained.success) throw new UserError(explained.data.problem, explained.data.mend);
  const reason = said.split('\n').find((line) => /GGML_ASSERT|abort|error|failed/i.test(line));
  throw new UserError(
    `llama.cpp aborted on ${trial.path} (${end})${reason ? `: ${reason.trim()}` : ''}.`,
    'The file is damaged or of a kind this llama.cpp does not support: download or convert it again.',
  );
}

/** Architectures whose faults checkGguf was tested to find; see README, "Files that abort". */
const WELL_CHECKED = new Set(['llama']);

export async function demandLoadable(
  { path, architecture, unknownTypes }: GgufMetadata,
  digest: Digest,
  engine: Engine,
  gpu: Gpu,
): Promise<void> {
  if (WELL_CHECKED.has(architecture) && unknownTypes.length === 0) return;
  const mark = cacheFolder('models', 'loadable', digestJson({ digest, engine }));
  if (existsSync(mark)) return;
  await tryInChild({ path, gpu, prompt: 'Hello', maxTokens: 1, template: 'chatML' });
  writeAtomic(mark, '');
}
