/**
 * Frames on a pipe: four bytes of length (little endian), one byte of kind, then the body. Both sides use this file;
 * the parent reads with a cap on the length, so that a child which floods is recognised by its first four bytes.
 */
export interface Frame {
  readonly kind: number;
  readonly body: Buffer;
}

const HEAD = 5;

/** The frame as one buffer. */
export function frame(kind: number, ...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(length, 0);
  head.writeUInt8(kind, 4);
  return Buffer.concat([head, ...parts]);
}

/** Cuts a stream of chunks into frames. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private size = 0;

  /** @param cap longest body in bytes that is believed */
  constructor(private readonly cap: number) {}

  /** Takes a chunk and returns the frames that it completes. Throws RangeError when a frame claims more than the cap. */
  push(chunk: Buffer): Frame[] {
    this.chunks.push(chunk);
    this.size += chunk.length;
    const frames: Frame[] = [];
    for (let next = this.next(); next; next = this.next()) frames.push(next);
    return frames;
  }

  private next(): Frame | undefined {
    if (this.size < HEAD) return undefined;
    const head = this.peek(HEAD);
    const length = head.readUInt32LE(0);
    if (length > this.cap)
      throw new RangeError(`a frame of ${length} bytes, at most ${this.cap} are allowed`);
    if (this.size < HEAD + length) return undefined;
    const all = this.peek(HEAD + length);
    this.chunks = [all.subarray(HEAD + length)];
    this.size -= HEAD + length;
    return { kind: head.readUInt8(4), body: all.subarray(HEAD, HEAD + length) };
  }

  /** The bytes so far as one buffer, when its first chunk does not hold `bytes` already. */
  private peek(bytes: number): Buffer {
    if (this.chunks[0]!.length < bytes) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0]!;
  }
}
