/** Main file of a JavaScript child: frames in, frames out, one job at a time. */
import { writeSync } from 'node:fs';
import { FrameReader } from '../frames.js';
import { BARS, JOB, READY, decodeBars, decodeJob, encodeExecution, type Columns, type Job } from '../wire.js';
import { frame } from '../frames.js';
import { applyVariant } from '../variants.js';
import { execute, failure, machines, type Answer } from './engine.js';
import { stripTypes } from './strip.js';
import { watchParent } from './watchdog.js';

/** Longest frame that the parent may send: bars of some 5 million rows. */
const CAP = 256 * 2 ** 20;
const memoryBytes = Number(process.argv[2]) * 2 ** 20;

let columns: Columns | undefined;
const newMachine = machines();

async function work(job: Job): Promise<void> {
  let started = performance.now();
  const stripped = stripTypes(job.code);
  for (const [index, variant] of job.variants.entries()) {
    let answer: Answer;
    if ('problem' in stripped) answer = failure('syntax', stripped.problem);
    else {
      try {
        const limits = { until: started + job.deadlineMs, memoryBytes };
        answer = execute(await newMachine(), stripped.code, applyVariant(columns!, variant), limits);
      } catch (error) {
        answer = brokenDown(error);
      }
    }
    send(encodeExecution(job.id, index, { ...answer, millis: performance.now() - started }));
    started = performance.now();
  }
}

/** QuickJS ends by an exception of WebAssembly when its own memory or stack gives out under it. */
function brokenDown(error: unknown): Answer {
  if (error instanceof RangeError && /call stack/.test(error.message))
    return failure('threw', 'stack overflow');
  return failure('out-of-memory', 'the engine ran out of memory');
}

function send(bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

/** Compiles the paths that every job takes, so that the first job finds them warm. */
async function warmUp(): Promise<void> {
  const stripped = stripTypes(
    'function strategy(df: any): number[] { return df.close.map((c: number) => (c > 1 ? 1 : 0)); }',
  );
  const values = Array.from({ length: 6 }, () => Float64Array.from({ length: 50 }, (_, i) => i));
  const limits = { until: Infinity, memoryBytes };
  if ('code' in stripped)
    execute(await newMachine(), stripped.code, { length: 50, days: true, values }, limits);
}

watchParent();
await warmUp();
const reader = new FrameReader(CAP);
let turn = Promise.resolve();
process.stdin.on('data', (chunk: Buffer) => {
  for (const { kind, body } of reader.push(chunk)) {
    if (kind === BARS) turn = turn.then(() => void (columns = decodeBars(body)));
    if (kind === JOB) turn = turn.then(() => work(decodeJob(body)));
  }
});
process.stdin.on('end', () => process.exit(0));
send(frame(READY));
