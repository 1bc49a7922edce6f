/** The thread that runs strategies. Its argument is the memory of one strategy in MiB. */
import { BARS, JOB, decodeBars, decodeJob, encodeExecution, type Columns, type Job } from '../wire.js';
import { applyVariant } from '../variants.js';
import { execute, machines, type Machine } from './engine.js';
import { send, serve } from './serve.js';

const newMachine = machines(Number(process.argv[2]));
let columns: Columns | undefined;

/** Each variant in a context of its own; the batch shares a machine, and no batch inherits one. */
async function work(job: Job): Promise<void> {
  let machine: Machine | undefined;
  for (const [index, variant] of job.variants.entries()) {
    const started = performance.now();
    const until = started + job.deadlineMs;
    machine ??= await newMachine();
    const { answer, spent } = execute(machine, job.code, applyVariant(columns!, variant), until);
    if (spent) machine = undefined;
    send(encodeExecution(job.id, index, { ...answer, millis: performance.now() - started }));
  }
}

/** Compiles the paths that every job takes, so that the first job finds them warm. */
async function warmUp(): Promise<void> {
  const rows = Array.from({ length: 100 }, (_, i) => i);
  const bars = {
    length: 100,
    dates: rows.join(),
    values: Array.from({ length: 5 }, () => Float64Array.from(rows)),
  };
  const script = 'function strategy(df) { return df.close.map((c, i) => (c > df.open[i - 1] ? 1 : 0)); }';
  execute(await newMachine(), script, bars, Infinity);
}

await warmUp();
serve(({ kind, body }) => {
  if (kind === BARS) columns = decodeBars(body);
  return kind === JOB ? work(decodeJob(body)) : undefined;
});
