/**
 * Reads the header of a GGUF file (metadata and tensor list; no weights), trusting nothing in it.
 * Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, versions 2 and 3, little-endian.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { UserError } from '../../base/errors.js';

export type GgufValue = number | bigint | boolean | string | GgufArray;

/** Long arrays (vocabularies) keep their length only; short ones their values. */
export interface GgufArray {
  readonly length: number;
  readonly values: readonly GgufValue[] | null;
}

export interface GgufTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** ggml's number of the type, such as 8 for Q8_0. */
  readonly type: number;
  /** From the start of the file, in bytes. */
  readonly start: number;
}

export interface GgufHeader {
  readonly path: string;
  readonly fileBytes: number;
  readonly version: number;
  readonly metadata: ReadonlyMap<string, GgufValue>;
  readonly tensors: readonly GgufTensor[];
}

const KEPT_ARRAY = 64;
const LARGEST_STRING = 64 * 2 ** 20;

/** Throws a UserError on anything that is not a whole GGUF header. */
export function readGguf(path: string): GgufHeader {
  const file = openFile(path);
  try {
    const stats = fstatSync(file);
    const fileBytes = stats.size;
    if (stats.isDirectory()) throw new UserError(`${path} is a folder.`, 'Give a GGUF file in it.');
    return readHeader(path, fileBytes, new Cursor(file, fileBytes, path));
  } finally {
    closeSync(file);
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(`No model file can be read at ${path} (${code}).`, 'Check the path.', {
      cause: error,
    });
  }
}

function readHeader(path: string, fileBytes: number, cursor: Cursor): GgufHeader {
  if (fileBytes < 24 || cursor.bytes(4).toString('latin1') !== 'GGUF')
    throw new UserError(
      `${path} is not a GGUF file (it does not begin with "GGUF").`,
      'Give a model in GGUF format; PyTorch and safetensors files must be converted first.',
    );
  const version = cursor.u32();
  if (version !== 2 && version !== 3)
    throw new UserError(
      `${path} is GGUF version ${version}; versions 2 and 3, little-endian, can be read.`,
      'Convert the model anew with a current llama.cpp.',
    );
  const tensorCount = cursor.count();
  const keyCount = cursor.count();
  const metadata = new Map<string, GgufValue>();
  for (let i = 0; i < keyCount; i += 1) {
    const key = cursor.string();
    if (metadata.has(key)) throw cursor.corrupt(`the key ${JSON.stringify(key)} appears twice`);
    metadata.set(key, cursor.value(cursor.u32()));
  }
  const infos = Array.from({ length: tensorCount }, () => readTensor(cursor));
  const alignment = Number(metadata.get('general.alignment') ?? 32);
  if (!Number.isInteger(alignment) || alignment <= 0 || alignment % 8)
    throw cursor.corrupt(`general.alignment is ${alignment}`);
  const dataStart = Math.ceil(cursor.at / alignment) * alignment;
  const tensors = infos.map(({ offset, ...tensor }) => {
    if (offset % alignment) throw cursor.corrupt(`tensor ${tensor.name} is not aligned`);
    return { ...tensor, start: dataStart + offset };
  });
  return { path, fileBytes, version, metadata, tensors };
}

function readTensor(cursor: Cursor) {
  const name = cursor.string();
  const dimensions = cursor.u32();
  if (dimensions < 1 || dimensions > 4)
    throw cursor.corrupt(`tensor ${JSON.stringify(name)} has ${dimensions} dimensions`);
  const shape = Array.from({ length: dimensions }, () => cursor.u64());
  if (shape.some((size) => size < 1)) throw cursor.corrupt(`tensor ${JSON.stringify(name)} is empty`);
  return { name, shape, type: cursor.u32(), offset: cursor.u64() };
}

/** A forward reader over a window of the file. */
class Cursor {
  at = 0;
  private window: Buffer = Buffer.alloc(0);
  private windowStart = 0;

  constructor(
    private readonly file: number,
    private readonly fileBytes: number,
    private readonly path: string,
  ) {}

  corrupt(what: string): UserError {
    return new UserError(
      `${this.path} is corrupt: ${what} (near byte ${this.at}).`,
      'Download or convert the model again.',
    );
  }

  bytes(length: number): Buffer {
    if (this.at + length > this.fileBytes) throw this.corrupt('the file ends inside its header');
    const from = this.at - this.windowStart;
    if (from < 0 || from + length > this.window.length) this.fill(length);
    const start = this.at - this.windowStart;
    this.at += length;
    return this.window.subarray(start, start + length);
  }

  private fill(length: number): void {
    const size = Math.min(Math.max(length, 2 ** 20), this.fileBytes - this.at);
    const window = Buffer.allocUnsafe(size);
    for (let got = 0; got < size;) {
      const read = readSync(this.file, window, got, size - got, this.at + got);
      if (read === 0) throw this.corrupt('the file became shorter while it was read');
      got += read;
    }
    this.window = window;
    this.windowStart = this.at;
  }

  u32(): number {
    return this.bytes(4).readUInt32LE();
  }

  u64(): number {
    const value = this.bytes(8).readBigUInt64LE();
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw this.corrupt(`a size of ${value}`);
    return Number(value);
  }

  /** A number of things that take at least a byte each. */
  count(): number {
    const count = this.u64();
    if (count > this.fileBytes)
      throw this.corrupt(`a count of ${count} in a file of ${this.fileBytes} bytes`);
    return count;
  }

  string(): string {
    const length = this.count();
    if (length > LARGEST_STRING) throw this.corrupt(`a string of ${length} bytes`);
    return this.bytes(length).toString('utf8');
  }

  value(type: number): GgufValue {
    const read = SCALARS[type];
    if (read) return read(this);
    if (type === 8) return this.string();
    if (type === 9) return this.array();
    throw this.corrupt(`a value of unknown type ${type}`);
  }

  private array(): GgufArray {
    const type = this.u32();
    const length = this.count();
    const size = SIZES[type];
    if (length > KEPT_ARRAY && size !== undefined) {
      if (this.at + length * size > this.fileBytes) throw this.corrupt('the file ends inside its header');
      this.at += length * size;
      return { length, values: null };
    }
    const kept: GgufValue[] = [];
    for (let i = 0; i < length; i += 1) {
      const value = this.value(type);
      if (length <= KEPT_ARRAY) kept.push(value);
    }
    return { length, values: length <= KEPT_ARRAY ? kept : null };
  }
}

const SIZES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};

const SCALARS: Readonly<Record<number, (cursor: Cursor) => GgufValue>> = {
  0: (c) => c.bytes(1).readUInt8(),
  1: (c) => c.bytes(1).readInt8(),
  2: (c) => c.bytes(2).readUInt16LE(),
  3: (c) => c.bytes(2).readInt16LE(),
  4: (c) => c.u32(),
  5: (c) => c.bytes(4).readInt32LE(),
  6: (c) => c.bytes(4).readFloatLE(),
  7: (c) => c.bytes(1).readUInt8() !== 0,
  10: (c) => c.bytes(8).readBigUInt64LE(),
  11: (c) => c.bytes(8).readBigInt64LE(),
  12: (c) => c.bytes(8).readDoubleLE(),
};
