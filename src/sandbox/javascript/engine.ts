/** One strategy on one set of bars inside QuickJS. Nothing but bytes goes in and nothing but one buffer is read. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  newQuickJSWASMModule,
  newVariant,
  RELEASE_SYNC,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten';
import { DETAIL_LENGTH, type Columns } from '../wire.js';
import type { Execution, Outcome } from '../types.js';
import { HARNESS, STATUS } from './harness.js';

/** The types of Node 20 leave this global to the DOM library. */
declare const WebAssembly: { readonly Module: new (bytes: Uint8Array) => never };

/** Deep enough for recursive strategies, shallow enough that QuickJS notices before the stack of V8 ends. */
const STACK_BYTES = 256 * 1024;
const NONE = { missing: 0, rounded: 0, clipped: 0 };

export interface Limits {
  /** performance.now() at which the strategy is interrupted. */
  readonly until: number;
  readonly memoryBytes: number;
}

/** An answer without its time, which the caller measures. */
export type Answer = Omit<Execution, 'millis'>;

/** Makes fresh QuickJS machines, each with memory of its own, from WebAssembly that is compiled once. */
export function machines(): () => Promise<QuickJSWASMModule> {
  const beside = createRequire(createRequire(import.meta.url).resolve('quickjs-emscripten'));
  const wasm = readFileSync(beside.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'));
  const variant = newVariant(RELEASE_SYNC, { wasmModule: new WebAssembly.Module(wasm) });
  return () => newQuickJSWASMModule(variant);
}

export function failure(outcome: Outcome, detail: string): Answer {
  return { outcome, detail: detail.slice(0, DETAIL_LENGTH), signal: null, repairs: NONE };
}

/**
 * Runs a script that declares `strategy`. The machine must be new, and is thrown away with all its memory afterwards:
 * nothing is freed by hand and nothing can be left over. Throws when QuickJS itself broke down.
 */
export function execute(
  machine: QuickJSWASMModule,
  script: string,
  columns: Columns,
  limits: Limits,
): Answer {
  const runtime = machine.newRuntime();
  let interrupted = false;
  runtime.setMemoryLimit(limits.memoryBytes);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(() => (interrupted ||= performance.now() > limits.until));
  const context = runtime.newContext();
  return attempt(context, script, columns, () => interrupted);
}

function attempt(
  context: QuickJSContext,
  script: string,
  columns: Columns,
  interrupted: () => boolean,
): Answer {
  const stopped = () => (interrupted() ? failure('timed-out', 'interrupted at the deadline') : null);
  const prepared = prepare(context, columns);
  if (!prepared) return stopped() ?? failure('out-of-memory', 'the bars alone exceed the memory limit');
  const { report, call, answer } = prepared;
  const told = (outcome: Outcome): Answer => {
    const said = read(context, answer, columns.length);
    return stopped() ?? (said ? classify(said, outcome) : failure('out-of-memory', 'out of memory'));
  };
  const thrown = (error: QuickJSHandle, outcome: Outcome): Answer => {
    const early = stopped();
    if (early) return early;
    const result = context.callFunction(report, context.undefined, error);
    return result.error ? (stopped() ?? failure('out-of-memory', 'out of memory')) : told(outcome);
  };

  const loaded = context.evalCode(script, 'strategy', { type: 'global' });
  if (loaded.error) {
    const parses = !context.evalCode(script, 'strategy', { type: 'global', compileOnly: true }).error;
    return thrown(loaded.error, parses ? 'threw' : 'syntax');
  }
  const found = context.evalCode("typeof strategy === 'function' ? strategy : undefined", 'find', {
    type: 'global',
  });
  if (found.error) return thrown(found.error, 'threw');
  if (context.typeof(found.value) !== 'function')
    return stopped() ?? failure('no-strategy', 'no function named strategy is declared');
  const called = context.callFunction(call, context.undefined, found.value);
  return called.error ? thrown(called.error, 'threw') : told('threw');
}

/** Runs the harness and hands it the bars; null when memory does not suffice. */
function prepare(context: QuickJSContext, columns: Columns) {
  const { length, days, values } = columns;
  const packed = new Float64Array(values.length * length);
  values.forEach((column, i) => packed.set(column, i * length));
  const harness = context.evalCode(HARNESS, 'harness', { type: 'global' });
  if (harness.error) return null;
  const made = context.callFunction(
    harness.value,
    context.undefined,
    context.newArrayBuffer(packed.buffer),
    context.newNumber(length),
    days ? context.true : context.false,
    context.newNumber(DETAIL_LENGTH),
  );
  if (made.error) return null;
  const part = (name: string) => context.getProp(made.value, name);
  return { answer: part('answer'), call: part('call'), report: part('report') };
}

/** The answer as the harness wrote it; null when nothing was written. */
function read(context: QuickJSContext, answer: QuickJSHandle, length: number): Answer | null {
  const bytes = Uint8Array.from(context.getArrayBuffer(answer).value);
  const view = new DataView(bytes.buffer);
  const status = view.getUint32(0, true);
  const [a, b, c] = [4, 8, 12].map((at) => view.getUint32(at, true)) as [number, number, number];
  if (status === STATUS.ok) {
    const signal = new Int8Array(bytes.buffer.slice(16, 16 + length));
    return { outcome: 'ok', detail: null, signal, repairs: { missing: a, rounded: b, clipped: c } };
  }
  const detail = String.fromCharCode(...new Uint16Array(bytes.buffer, 8, Math.min(a, DETAIL_LENGTH)));
  if (status === STATUS.badOutput) return failure('bad-output', detail);
  return status === STATUS.threw ? failure('threw', detail) : null;
}

/** What a throw means: QuickJS says "out of memory" as an error that strategies can catch. */
function classify(answer: Answer, thrown: Outcome): Answer {
  if (answer.outcome !== 'threw') return answer;
  if (/^InternalError: out of memory/.test(answer.detail!)) return { ...answer, outcome: 'out-of-memory' };
  return { ...answer, outcome: thrown };
}
