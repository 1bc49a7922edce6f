/** Writes a model of a given shape and random Q4_0 weights, streamed to disk: speed without a real model. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { random } from '#fides/base/random.js';
import {
  byteVocabulary,
  ggufHeader,
  llamaMetadata,
  llamaTensors,
  type LlamaShape,
} from '../support/tiny-gguf.js';

/** Llama 2 7B, but for the output layer, which shares the embedding here: 6.6 billion parameters, 3.7 GB. */
export const SHAPE_7B: LlamaShape = { width: 4096, layers: 32, heads: 32, feedForward: 11008, context: 4096 };
export const VOCABULARY_7B = 32_000;

const Q4_0 = 2;
const F32 = 0;
/** A block of Q4_0 holds 32 weights: a half-precision scale, then 16 bytes of two weights each. */
const BLOCK = { weights: 32, bytes: 18 };
const CHUNK_BLOCKS = 2 ** 18;

export function writeSyntheticGguf(path: string, shape: LlamaShape, vocabularySize: number): void {
  const bytes = byteVocabulary();
  const fill = Array.from({ length: Math.max(0, vocabularySize - bytes.length) }, (_, i) => `word${i}`);
  const vocabulary = [...bytes, ...fill];
  const tensors = llamaTensors(shape, vocabulary.length).map(({ name, shape: dimensions }) => {
    const size = dimensions.reduce((product, n) => product * n, 1);
    const matrix = dimensions.length > 1;
    const type = matrix ? Q4_0 : F32;
    return { name, shape: dimensions, type, bytes: matrix ? (size / BLOCK.weights) * BLOCK.bytes : 4 * size };
  });
  const blocks = randomBlocks();
  const file = openSync(path, 'w');
  try {
    writeSync(file, ggufHeader(llamaMetadata(shape, vocabulary), tensors));
    for (const { type, bytes: length } of tensors) {
      const source = type === Q4_0 ? blocks : Buffer.from(new Float32Array(length / 4).fill(1).buffer);
      for (let at = 0; at < length; at += source.length)
        writeSync(file, source, 0, Math.min(source.length, length - at));
      writeSync(file, Buffer.alloc((32 - (length % 32)) % 32));
    }
  } finally {
    closeSync(file);
  }
}

/** A stretch of blocks, repeated over the file: what the weights are changes no speed. */
function randomBlocks(): Buffer {
  const { integer } = random('synthetic');
  const blocks = Buffer.alloc(CHUNK_BLOCKS * BLOCK.bytes);
  for (let at = 0; at < blocks.length; at += BLOCK.bytes) {
    blocks.writeUInt16LE(0x1c00, at); // 2^-8 in half precision
    for (let i = 2; i < BLOCK.bytes; i += 1) blocks[at + i] = integer(256);
  }
  return blocks;
}
