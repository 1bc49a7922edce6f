/** Ctrl-C for commands that keep what they have done. */
import { InterruptedError } from '../base/errors.js';

/**
 * Runs work whose signal the first Ctrl-C (or SIGTERM) aborts, so that it ends in order; a second one ends the process at once.
 * @param kept what became of the work, for the message
 */
export async function interruptible<T>(kept: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const interrupt = () =>
    stop.signal.aborted ? process.exit(130) : stop.abort(new InterruptedError('Interrupted.', kept));
  const signals = ['SIGINT', 'SIGTERM'];
  // Not once(): packages that clean up on signals end the process when no listener but theirs is left.
  for (const name of signals) process.on(name, interrupt);
  try {
    return await work(stop.signal);
  } finally {
    for (const name of signals) process.off(name, interrupt);
  }
}
