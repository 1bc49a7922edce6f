/**
 * Writes a llama model of random weights and a byte vocabulary, a few kilobytes: real inference for tests, of noise.
 * Ask it for enums and booleans under a schema; free text is arbitrary bytes.
 */
import { writeFileSync } from 'node:fs';
import { random } from '#fides/base/random.js';

export interface TinyOptions {
  readonly seed?: number;
  /** Width of the residual stream; a multiple of 2 per head. */
  readonly width?: number;
  readonly layers?: number;
  readonly context?: number;
  /** Metadata keys to leave out, to see what a reader says. */
  readonly without?: readonly string[];
  /** Metadata values to change; types stay. */
  readonly change?: Readonly<Record<string, Value>>;
}

type Value = number | boolean | string | readonly string[] | readonly number[];
type Kind = 'u32' | 'f32' | 'bool' | 'string' | 'strings' | 'i32s';
export type Entry = readonly [key: string, kind: Kind, value: Value];

const KIND = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 } as const;
const ALIGNMENT = 32;
const CHATML =
  "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\\n' + m['content'] + '<|im_end|>' + '\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";
const SPECIAL = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'];

/** Writes the model to `path`; equal options give equal bytes. */
export function writeTinyGguf(path: string, options: TinyOptions = {}): void {
  writeFileSync(path, tinyGguf(options));
}

export function tinyGguf({
  seed = 0,
  width = 8,
  layers = 1,
  context = 512,
  ...rest
}: TinyOptions = {}): Buffer {
  const shape = { width, layers, context, heads: 1, feedForward: width };
  const vocabulary = byteVocabulary();
  const metadata = llamaMetadata(shape, vocabulary)
    .filter(([key]) => !rest.without?.includes(key))
    .map(([key, kind, value]): Entry => [key, kind, rest.change?.[key] ?? value]);
  const tensors = llamaTensors(shape, vocabulary.length).map(({ name, shape }) => ({
    name,
    shape,
    type: 0,
    bytes: 4 * shape.reduce((product, n) => product * n, 1),
  }));
  const { normal } = random(seed);
  const data = tensors.map(({ shape }) => {
    const size = shape.reduce((product, n) => product * n, 1);
    // Norms are 1, matrices normal with deviation 1 / sqrt(width), as after an ordinary initialisation.
    const weights = Float32Array.from({ length: size }, () =>
      shape.length === 1 ? 1 : normal() / Math.sqrt(width),
    );
    return padded(Buffer.from(weights.buffer));
  });
  return Buffer.concat([ggufHeader(metadata, tensors), ...data]);
}

/** A tensor to come: its type is ggml's number, its bytes what it takes before padding. */
export interface TensorInfo {
  readonly name: string;
  readonly shape: readonly number[];
  readonly type: number;
  readonly bytes: number;
}

/** All of a file that comes before its first tensor; each tensor follows padded to 32 bytes. */
export function ggufHeader(metadata: readonly Entry[], tensors: readonly TensorInfo[]): Buffer {
  let offset = 0;
  const infos = tensors.flatMap(({ name, shape, type, bytes }) => {
    const info = [text(name), u32(shape.length), ...shape.map(u64), u32(type), u64(offset)];
    offset += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    return info;
  });
  const counts = [u32(3), u64(tensors.length), u64(metadata.length)];
  return padded(Buffer.concat([Buffer.from('GGUF'), ...counts, ...metadata.map(entry), ...infos]));
}

export interface LlamaShape {
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  readonly feedForward: number;
  readonly context: number;
}

export function llamaMetadata(
  { width, layers, heads, feedForward, context }: LlamaShape,
  vocabulary: readonly string[],
): Entry[] {
  return [
    ['general.architecture', 'string', 'llama'],
    ['general.name', 'string', 'tiny random model'],
    ['llama.context_length', 'u32', context],
    ['llama.embedding_length', 'u32', width],
    ['llama.block_count', 'u32', layers],
    ['llama.feed_forward_length', 'u32', feedForward],
    ['llama.attention.head_count', 'u32', heads],
    ['llama.attention.layer_norm_rms_epsilon', 'f32', 1e-5],
    ['tokenizer.ggml.model', 'string', 'gpt2'],
    // Splits like gpt-2; unlike 'gpt-2' it leaves spaces alone when tokens become text again.
    ['tokenizer.ggml.pre', 'string', 'trillion'],
    ['tokenizer.ggml.tokens', 'strings', vocabulary],
    ['tokenizer.ggml.token_type', 'i32s', vocabulary.map((_, i) => (i < SPECIAL.length ? 3 : 1))],
    ['tokenizer.ggml.merges', 'strings', []],
    ['tokenizer.ggml.bos_token_id', 'u32', 0],
    ['tokenizer.ggml.eos_token_id', 'u32', 2],
    ['tokenizer.ggml.add_bos_token', 'bool', false],
    ['tokenizer.chat_template', 'string', CHATML],
  ];
}

/** The tensors of a llama model whose output shares the embedding. Shapes have the row length first, as in the file. */
export function llamaTensors(
  { width, layers, feedForward }: LlamaShape,
  vocabulary: number,
): { name: string; shape: number[] }[] {
  const square = [width, width];
  const layer = (i: number) =>
    Object.entries({
      attn_norm: [width],
      attn_q: square,
      attn_k: square,
      attn_v: square,
      attn_output: square,
      ffn_norm: [width],
      ffn_gate: [width, feedForward],
      ffn_up: [width, feedForward],
      ffn_down: [feedForward, width],
    }).map(([name, shape]) => ({ name: `blk.${i}.${name}.weight`, shape }));
  return [
    { name: 'token_embd.weight', shape: [width, vocabulary] },
    ...Array.from({ length: layers }, (_, i) => layer(i)).flat(),
    { name: 'output_norm.weight', shape: [width] },
  ];
}

/** Three special tokens, then a token for each byte. */
export function byteVocabulary(): string[] {
  return [...SPECIAL, ...byteCharacters()];
}

/** GPT-2's printable stand-ins for the 256 bytes: printable ones are themselves, the others follow from U+0100 on. */
function byteCharacters(): string[] {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    return String.fromCodePoint(printable ? byte : next++);
  });
}

function entry([key, kind, value]: Entry): Buffer {
  const [type, ...bytes] = encode(kind, value);
  return Buffer.concat([text(key), u32(type), ...bytes]);
}

function encode(kind: Kind, value: Value): [number, ...Buffer[]] {
  const list = value as readonly (string | number)[];
  switch (kind) {
    case 'u32':
      return [KIND.u32, u32(value as number)];
    case 'f32':
      return [KIND.f32, Buffer.from(Float32Array.of(value as number).buffer)];
    case 'bool':
      return [KIND.bool, Buffer.from([value ? 1 : 0])];
    case 'string':
      return [KIND.string, text(value as string)];
    case 'strings':
      return [KIND.array, u32(KIND.string), u64(list.length), ...list.map((v) => text(v as string))];
    case 'i32s':
      return [
        KIND.array,
        u32(KIND.i32),
        u64(list.length),
        Buffer.from(Int32Array.from(list as number[]).buffer),
      ];
  }
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u64(bytes.length), bytes]);
}
