/** One strategy on one set of bars inside QuickJS. Nothing but bytes goes in and nothing but one buffer is read. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  newQuickJSWASMModule,
  newVariant,
  RELEASE_SYNC,
  Scope,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten';
import { DETAIL_LENGTH, type Columns } from '../wire.js';
import type { Execution, Outcome } from '../types.js';
import { HARNESS, STATUS } from './harness.js';

/** The types of Node 20 leave this global to the DOM library. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => never;
  readonly Memory: new (pages: { initial: number; maximum: number }) => never;
};

const PAGES_PER_MB = 16;
/** What the build of QuickJS asks for before any strategy: its data, its stack and a first heap. */
const INITIAL_MB = 16;
/** Recursion some 10,000 calls deep, as in Node itself. */
const STACK_BYTES = 2 * 2 ** 20;
const NONE = { missing: 0, rounded: 0, clipped: 0 };
const SCRIPT = { type: 'global' } as const;

export type Machine = QuickJSWASMModule;

/** An answer without its time, which the caller measures. */
export type Answer = Omit<Execution, 'millis'>;

/**
 * Makes fresh QuickJS machines from WebAssembly that is compiled once. The maximum of a machine's memory is the limit on
 * what a strategy takes: QuickJS's own limit does not work here, because in WebAssembly it cannot ask how large a block
 * is and counts eight bytes for each.
 */
export function machines(memoryMb: number): () => Promise<Machine> {
  const beside = createRequire(createRequire(import.meta.url).resolve('quickjs-emscripten'));
  const wasmModule = new WebAssembly.Module(
    readFileSync(beside.resolve('@jitl/quickjs-wasmfile-release-sync/wasm')),
  );
  const pages = { initial: INITIAL_MB * PAGES_PER_MB, maximum: (INITIAL_MB + memoryMb) * PAGES_PER_MB };
  return () =>
    newQuickJSWASMModule(newVariant(RELEASE_SYNC, { wasmModule, wasmMemory: new WebAssembly.Memory(pages) }));
}

export function failure(outcome: Outcome, detail: string): Answer {
  return { outcome, detail: detail.slice(0, DETAIL_LENGTH), signal: null, repairs: NONE };
}

/**
 * Runs a script that declares `strategy` in a runtime and context of its own, until performance.now() is `until`. `spent` says that the machine must not be
 * used again: QuickJS broke down, or could not free what a strategy that was cut short left behind.
 */
export function execute(machine: Machine, script: string, columns: Columns, until: number) {
  const scope = new Scope();
  let answer: Answer;
  try {
    answer = attempt(machine, script, columns, until, scope);
  } catch (error) {
    return { answer: brokenDown(error), spent: true };
  }
  try {
    scope.dispose();
    return { answer, spent: false };
  } catch {
    return { answer, spent: true };
  }
}

/** QuickJS ends by an exception of WebAssembly when its own stack or memory gives out under it. */
function brokenDown(error: unknown): Answer {
  if (error instanceof RangeError && /call stack/.test(error.message))
    return failure('threw', 'stack overflow');
  return failure('out-of-memory', 'the engine ran out of memory');
}

function attempt(machine: Machine, script: string, columns: Columns, until: number, scope: Scope): Answer {
  let interrupted = false;
  const runtime = scope.manage(machine.newRuntime());
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(() => (interrupted ||= performance.now() > until));
  const context = scope.manage(runtime.newContext());
  /** The value, or the error of a throw that no script caught. */
  const settle = (result: ReturnType<QuickJSContext['evalCode']>) => {
    if (result.error) return { error: scope.manage(result.error) };
    return { value: scope.manage(result.value) };
  };
  const exhausted = () =>
    interrupted
      ? failure('timed-out', 'interrupted at the deadline')
      : failure('out-of-memory', 'out of memory');

  const harness = prepare(context, columns, settle, scope);
  if (!harness) return exhausted();
  const told = (thrownAs: Outcome): Answer => {
    const said = read(context, harness.answer, columns.length, scope);
    return interrupted || !said ? exhausted() : classify(said, thrownAs);
  };
  const thrown = (error: QuickJSHandle, as: Outcome): Answer => {
    if (interrupted || settle(context.callFunction(harness.report, context.undefined, error)).error)
      return exhausted();
    return told(as);
  };

  const loaded = settle(context.evalCode(script, 'strategy', SCRIPT));
  if (loaded.error) {
    const parsed = settle(context.evalCode(script, 'strategy', { ...SCRIPT, compileOnly: true }));
    return thrown(loaded.error, parsed.error ? 'syntax' : 'threw');
  }
  const found = settle(
    context.evalCode("typeof strategy === 'function' ? strategy : undefined", 'find', SCRIPT),
  );
  if (found.error) return thrown(found.error, 'threw');
  if (context.typeof(found.value) !== 'function')
    return failure('no-strategy', 'no function named strategy is declared');
  const called = settle(context.callFunction(harness.call, context.undefined, found.value));
  return called.error ? thrown(called.error, 'threw') : told('threw');
}

/** Runs the harness and hands it the bars; null when memory does not suffice. */
function prepare(
  context: QuickJSContext,
  { length, dates, values }: Columns,
  settle: (result: ReturnType<QuickJSContext['evalCode']>) => {
    value?: QuickJSHandle;
    error?: QuickJSHandle;
  },
  scope: Scope,
) {
  const packed = new Float64Array(values.length * length);
  values.forEach((column, i) => packed.set(column, i * length));
  const harness = settle(context.evalCode(HARNESS, 'harness', SCRIPT));
  if (!harness.value) return null;
  const given = [
    context.newArrayBuffer(packed.buffer),
    context.newNumber(length),
    context.newString(dates),
    context.newNumber(DETAIL_LENGTH),
  ].map((handle) => scope.manage(handle));
  const made = settle(context.callFunction(harness.value, context.undefined, ...given)).value;
  if (!made) return null;
  const part = (name: string) => scope.manage(context.getProp(made, name));
  return { answer: part('answer'), call: part('call'), report: part('report') };
}

/** The answer as the harness wrote it; null when nothing was written. */
function read(context: QuickJSContext, answer: QuickJSHandle, length: number, scope: Scope): Answer | null {
  const bytes = Uint8Array.from(scope.manage(context.getArrayBuffer(answer)).value);
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

/** What a throw means: QuickJS says "out of memory" as an error that strategies can catch and throw on. */
function classify(answer: Answer, thrownAs: Outcome): Answer {
  if (answer.outcome !== 'threw') return answer;
  if (/^InternalError: out of memory/.test(answer.detail!)) return { ...answer, outcome: 'out-of-memory' };
  return { ...answer, outcome: thrownAs };
}
