/**
 * A thread of its own in each child that ends the process when its parent is gone. A strategy may keep the main thread
 * in one built-in call for minutes, and then nobody there would notice that standard input has closed.
 */
import { Worker } from 'node:worker_threads';

const EVERY_MS = 250;

const WATCH = `
const parent = ${process.ppid};
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, ${EVERY_MS});
`;

export function watchParent(): void {
  new Worker(WATCH, { eval: true, env: {}, stdin: false }).unref();
}
