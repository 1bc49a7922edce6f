/**
 * Node loads this before a kernel (`--import .../end-with-runner.js?runner=PID`): when its runner has gone, killed or not,
 * the kernel ends, which would otherwise stay for good. From its first moment, for a runner may be killed while it starts;
 * in a thread, for a cell may loop for ever.
 */
import { isMainThread, Worker } from 'node:worker_threads';

const runner = Number(new URL(import.meta.url).searchParams.get('runner'));
const watch = `setInterval(() => { if (process.ppid !== ${runner}) process.kill(process.pid, 'SIGKILL'); }, 500);`;

// the kernel's other threads load it too
if (isMainThread) {
  new Worker(watch, { eval: true, execArgv: [] }).unref();
  // Processes that a cell forks inherit these arguments, and would be ended as children of another than the runner.
  const at = process.execArgv.indexOf(import.meta.url);
  if (at > 0) process.execArgv.splice(at - 1, 2);
}
