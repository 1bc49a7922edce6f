/**
 * Main file of a JavaScript child: `main.js run|strip ...arguments`. The work is done in a thread, for two reasons: a
 * thread can be given the stack that recursive strategies need, and this one stays free to notice that standard input
 * has closed, which is how a child whose parent was killed ends even in the middle of a call that never returns.
 */
import { Worker } from 'node:worker_threads';

/** More than QuickJS needs for its own stack (engine.ts), so that its own limit is the one that is met. */
const THREAD_STACK_MB = 16;

const [, , work, ...argv] = process.argv;
const thread = new Worker(new URL(`./${work}-thread.js`, import.meta.url), {
  argv,
  resourceLimits: { stackSizeMb: THREAD_STACK_MB },
});
const end = () => process.kill(process.pid, 'SIGKILL');
process.stdin.on('data', (chunk: Buffer) => thread.postMessage(chunk));
process.stdin.on('end', end);
process.stdin.on('error', end);
thread.on('error', (error) => {
  process.stderr.write(`${error.message}\n`, end);
});
