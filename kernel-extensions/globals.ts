/** What the kernel sets in the process that cells see: output streams, prompt, process.exit, helpers of magics. */
import { StringDecoder } from 'node:string_decoder';
import vm from 'node:vm';
import { showChildren } from './child-output.js';
import { findMagic } from './magics/registry.js';
import { timeGlobals } from './magics/time.js';
import type { Kernel } from './protocol/kernel.js';
import { session } from './session.js';

/** TypeScript declarations of the globals below. */
export const ambient = `
/** Asks for a line of input below the cell and waits for it. */
declare function prompt(question?: string, defaultAnswer?: string): string;
/** Asks a question to be answered with y or n. */
declare function confirm(question?: string): boolean;
declare function $magic(name: string, args: string): Promise<any>;
declare function $time<T>(run: () => Promise<T>): Promise<T>;
declare function $clock(): void;
`;

export function installGlobals(kernel: Kernel): void {
  divert(process.stdout, (text) => kernel.write('stdout', text));
  divert(process.stderr, (text) => kernel.write('stderr', text));
  Object.assign(globalThis, {
    prompt: (question = '', defaultAnswer = '') => session().ask(question, false) || defaultAnswer,
    confirm: (question = '') => /^y/i.test(session().ask(`${question} (y/n) `, false)),
    $magic: async (name: string, args: string) => findMagic(name)?.line?.(args, kernel.magicContext()),
    ...timeGlobals,
  });
  process.exit = refuseExit;
  leaveSigintToWorker();
  showChildren();
}

/** Everything that goes through the stream, console included, becomes stream messages. */
function divert(stream: NodeJS.WriteStream, write: (text: string) => void): void {
  const decoder = new StringDecoder('utf8');
  const diverted = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    write(typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk)));
    const callback = typeof encoding === 'function' ? encoding : done;
    if (typeof callback === 'function') process.nextTick(callback as () => void);
    return true;
  };
  stream.write = diverted as typeof stream.write;
}

/** A notebook outlives its cells: what ends a script ends the cell here. */
function refuseExit(code?: number | string | null): never {
  throw Object.assign(
    new Error(`process.exit(${code ?? ''}) ends the cell only; shut the kernel down from the client.`),
    { name: 'ProcessExit' },
  );
}

/**
 * tslab's executor runs cells with `breakOnSigint`, for which Node takes SIGINT over and removes our listeners; a
 * terminated cell never gives them back. The worker interrupts on SIGINT itself.
 */
function leaveSigintToWorker(): void {
  const { runInThisContext } = vm;
  vm.runInThisContext = (code, options) =>
    runInThisContext(code, typeof options === 'object' ? { ...options, breakOnSigint: false } : options);
}
