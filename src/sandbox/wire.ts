/** What the parent and a child say to each other, as bytes. Every count that a child sends is checked against what was asked. */
import type { Bars } from '../market/index.js';
import { frame, type Frame } from './frames.js';
import { OUTCOMES, type Execution, type Variant } from './types.js';

/** Kinds of frames. */
export const BARS = 1;
export const JOB = 2;
export const READY = 3;
export const EXECUTION = 4;
export const STRIP = 5;
export const SCRIPT = 6;
export const SELF_TEST = 7;
export const SELF_TEST_ANSWER = 8;

/** Longest error text that crosses, in UTF-16 code units. */
export const DETAIL_LENGTH = 500;
/** Columns of a bars frame, each n float64. */
export const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;
const JOB_HEAD = 12;
const VARIANT_BYTES = 13;
const EXECUTION_HEAD = 29;

/** Bars as a child holds them. */
export interface Columns {
  readonly length: number;
  /** The text of each date, all of one width, joined by commas. */
  readonly dates: string;
  /** open, high, low, close, volume: each of `length` numbers. */
  readonly values: readonly Float64Array[];
}

/** A script without types, or why there is none. */
export type Stripped = { readonly code: string } | { readonly problem: string };

/** One strategy and the variants to run it on. */
export interface Job {
  readonly id: number;
  readonly code: string;
  /** Time for one variant, in milliseconds. */
  readonly deadlineMs: number;
  readonly variants: readonly Variant[];
}

export function encodeBars(bars: Bars): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(bars.time.length, 0);
  head.writeUInt32LE(bars.resolution === 'day' ? 1 : 0, 4);
  return frame(BARS, head, ...COLUMNS.map((name) => bytesOf(bars[name])));
}

export function decodeBars(body: Buffer): Columns {
  const length = body.readUInt32LE(0);
  if (body.length !== 8 + COLUMNS.length * length * 8)
    throw new RangeError('a bars frame of the wrong length');
  const all = new Float64Array(COLUMNS.length * length);
  bytesOf(all).set(body.subarray(8));
  const [time, ...values] = COLUMNS.map((_, i) => all.subarray(i * length, (i + 1) * length));
  return { length, dates: datesOf(time!, body.readUInt32LE(4) === 1), values };
}

/** ISO days (width 10) or instants (width 24). */
function datesOf(time: Float64Array, days: boolean): string {
  return Array.from(time, (at) => new Date(at).toISOString().slice(0, days ? 10 : 24)).join();
}

export function encodeJob(job: Job): Buffer {
  const head = Buffer.alloc(JOB_HEAD);
  head.writeUInt32LE(job.id, 0);
  head.writeUInt32LE(job.deadlineMs, 4);
  head.writeUInt32LE(job.variants.length, 8);
  const variants = Buffer.alloc(job.variants.length * VARIANT_BYTES);
  job.variants.forEach((variant, i) => {
    const at = i * VARIANT_BYTES;
    variants.writeUInt8(variant.kind === 'prefix' ? 0 : 1, at);
    variants.writeUInt32LE(variant.kind === 'prefix' ? variant.length : variant.after, at + 1);
    variants.writeDoubleLE(variant.kind === 'prefix' ? 1 : variant.factor, at + 5);
  });
  return frame(JOB, head, variants, Buffer.from(job.code, 'utf8'));
}

export function decodeJob(body: Buffer): Job {
  const count = body.readUInt32LE(8);
  const variants = Array.from({ length: count }, (_, i): Variant => {
    const at = JOB_HEAD + i * VARIANT_BYTES;
    const bar = body.readUInt32LE(at + 1);
    return body.readUInt8(at) === 0
      ? { kind: 'prefix', length: bar }
      : { kind: 'altered', after: bar, factor: body.readDoubleLE(at + 5) };
  });
  const code = body.toString('utf8', JOB_HEAD + count * VARIANT_BYTES);
  return { id: body.readUInt32LE(0), deadlineMs: body.readUInt32LE(4), variants, code };
}

/** The longest execution frame for `bars` bars. */
export function executionCap(bars: number): number {
  return EXECUTION_HEAD + Math.max(bars, DETAIL_LENGTH * 3);
}

export function encodeExecution(id: number, index: number, execution: Execution): Buffer {
  const { outcome, repairs, millis, signal, detail } = execution;
  const head = Buffer.alloc(EXECUTION_HEAD);
  head.writeUInt32LE(id, 0);
  head.writeUInt32LE(index, 4);
  head.writeUInt8(OUTCOMES.indexOf(outcome), 8);
  head.writeUInt32LE(repairs.missing, 9);
  head.writeUInt32LE(repairs.rounded, 13);
  head.writeUInt32LE(repairs.clipped, 17);
  head.writeDoubleLE(millis, 21);
  return frame(EXECUTION, head, signal ? bytesOf(signal) : Buffer.from(detail ?? '', 'utf8'));
}

/**
 * The execution that a child reports for variant `index` of job `id`. Throws RangeError when the frame is anything but
 * exactly that: a signal of `length` values in {-1, 0, 1} with repair counts that fit, or a failure with its text.
 */
export function decodeExecution({ kind, body }: Frame, id: number, index: number, length: number): Execution {
  if (kind !== EXECUTION || body.length < EXECUTION_HEAD) throw new RangeError('not an execution frame');
  if (body.readUInt32LE(0) !== id || body.readUInt32LE(4) !== index)
    throw new RangeError('an answer out of turn');
  const outcome = OUTCOMES[body.readUInt8(8)];
  const rest = body.subarray(EXECUTION_HEAD);
  const repairs = {
    missing: body.readUInt32LE(9),
    rounded: body.readUInt32LE(13),
    clipped: body.readUInt32LE(17),
  };
  const millis = body.readDoubleLE(21);
  if (!outcome || !(millis >= 0)) throw new RangeError('an unknown outcome');
  if (Object.values(repairs).some((count) => count > length)) throw new RangeError('more repairs than bars');
  if (outcome !== 'ok') {
    const detail = rest.toString('utf8').slice(0, DETAIL_LENGTH);
    return { outcome, detail, signal: null, repairs, millis };
  }
  if (rest.length !== length) throw new RangeError(`a signal of ${rest.length} values for ${length} bars`);
  const signal = Int8Array.from(rest, (byte) => (byte << 24) >> 24);
  if (signal.some((value) => value < -1 || value > 1)) throw new RangeError('a signal beyond -1 and 1');
  return { outcome, detail: null, signal, repairs, millis };
}

export function encodeScript(stripped: Stripped): Buffer {
  const [ok, text] = 'code' in stripped ? [1, stripped.code] : [0, stripped.problem.slice(0, DETAIL_LENGTH)];
  return frame(SCRIPT, Uint8Array.of(ok), Buffer.from(text, 'utf8'));
}

export function decodeScript({ kind, body }: Frame): Stripped {
  if (kind !== SCRIPT || body.length === 0) throw new RangeError('not a script frame');
  const text = body.toString('utf8', 1);
  return body[0] === 1 ? { code: text } : { problem: text.slice(0, DETAIL_LENGTH) };
}

function bytesOf(array: Float64Array | Int8Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
