/**
 * Calls back on SIGINT in this worker thread, where it arrives while the main thread loops. Node hands signals to
 * scripts on the main thread only; the binding underneath works in any thread. Without it (a future Node)
 * SIGINT is left to the main thread's own listener and reaches a cell at its next await: false says so.
 */
export function onSigint(interrupt: () => void): boolean {
  const warned = process.noDeprecation;
  process.noDeprecation = true;
  try {
    const { binding } = process as unknown as { binding: (name: string) => { Signal: new () => Signal } };
    const signal = new (binding.call(process, 'signal_wrap').Signal)();
    signal.onsignal = interrupt;
    signal.unref();
    signal.start(2);
    kept.add(signal);
    return true;
  } catch {
    return false; // no such binding
  } finally {
    process.noDeprecation = warned ?? false;
  }
}

/** Keeps handles from the garbage collector. */
const kept = new Set<Signal>();

interface Signal {
  onsignal: () => void;
  unref(): void;
  start(signal: number): number;
}

/** Ends a kernel whose client has died without a word; Jupyter sets JPY_PARENT_PID where it wants this. */
export function watchParent(end: () => void): void {
  if (!process.env['JPY_PARENT_PID'] || process.platform === 'win32') return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, 1000).unref();
}
