/**
 * Before version 24 Node keeps a stack of async ids. Terminating a promise reaction or a timer leaves entries on
 * it, and Node aborts the process when it next looks ("async hook stack has become corrupted"), above all with
 * AsyncLocalStorage in use. So the worker has the stack emptied just before it terminates, as Node itself does for an
 * uncaught exception, and the checks rest until the interrupt is over.
 *
 * What this does not cover: promises that follow each other without end, with AsyncLocalStorage in use. Their hooks
 * fill the stack again between the emptying and the termination, and the process may still abort.
 */

interface AsyncWrap {
  readonly async_hook_fields: Uint32Array;
  readonly constants: { readonly kCheck: number };
  clearAsyncIdStack(): void;
}

/** For the worker's inspector session to evaluate on the main thread, in the middle of whatever runs there. */
export const BEFORE_TERMINATION = `globalThis[Symbol.for('fides.kernel.beforeTermination')]?.()`;

let restore = () => {};

/** Call once, on the main thread. */
export function prepareTermination(): void {
  const wrap = binding();
  if (!wrap) return;
  const { async_hook_fields: fields, constants } = wrap;
  const empty = () => {
    const checks = fields[constants.kCheck] ?? 0;
    if (checks > 0) restore = () => (fields[constants.kCheck] = checks);
    fields[constants.kCheck] = 0;
    wrap.clearAsyncIdStack();
  };
  Object.defineProperty(globalThis, Symbol.for('fides.kernel.beforeTermination'), { value: empty });
}

/** Call when the main thread is back in its event loop. */
export function afterTermination(): void {
  restore();
  restore = () => {};
}

function binding(): AsyncWrap | null {
  if (Number.parseInt(process.versions.node, 10) >= 24) return null;
  const warned = process.noDeprecation;
  process.noDeprecation = true;
  try {
    const { binding: get } = process as unknown as { binding: (name: string) => AsyncWrap };
    return get.call(process, 'async_wrap');
  } catch {
    return null;
  } finally {
    process.noDeprecation = warned ?? false;
  }
}
