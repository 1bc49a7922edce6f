/**
 * What must hold of a GGUF file before llama.cpp may see it. Some faults make llama.cpp abort the process, which no
 * JavaScript can catch (measured: a missing feed_forward_length or attention.head_count); they are refused here.
 */
import { UserError } from '../../base/errors.js';
import { readGguf, type GgufHeader, type GgufValue } from './reader.js';
import { tensorBytes, typeName } from './tensor-types.js';

export interface GgufMetadata {
  readonly path: string;
  readonly fileBytes: number;
  readonly name: string | null;
  readonly architecture: string;
  /** Positions the model was trained on. */
  readonly contextLength: number;
  readonly embeddingLength: number;
  readonly layers: number;
  readonly heads: number;
  readonly keyValueHeads: number;
  readonly vocabulary: number;
  readonly tokenizer: string;
  /** Jinja source, or null when the file carries none. */
  readonly chatTemplate: string | null;
  readonly parameters: number;
  /** The type most weights are stored in, such as 'Q4_K'. */
  readonly quantisation: string;
  readonly weightBytes: number;
  /** Weights of a type this reader does not know: llama.cpp may, or may abort. */
  readonly unknownTypes: readonly string[];
}

/** Reads and checks. Throws a UserError that names the fault and the mend. */
export function checkGguf(path: string): GgufMetadata {
  const header = readGguf(path);
  const faults = new Faults(header);
  const metadata = describe(header, faults);
  checkShape(metadata, header, faults);
  checkTensors(metadata, header, faults);
  return metadata;
}

class Faults {
  constructor(private readonly header: GgufHeader) {}

  private raise(problem: string): never {
    throw new UserError(
      `${this.header.path} cannot be loaded: ${problem}.`,
      'Download or convert the model again.',
    );
  }

  demand(holds: boolean, problem: string): void {
    if (!holds) this.raise(problem);
  }

  value(key: string): GgufValue {
    return this.header.metadata.get(key) ?? this.raise(`the key ${key} is missing`);
  }

  string(key: string): string {
    const value = this.value(key);
    return typeof value === 'string' ? value : this.raise(`${key} is not a string`);
  }

  /** A positive whole number; the largest of a per-layer array. */
  size(key: string): number {
    const value = this.value(key);
    const numbers = typeof value === 'object' && value.values ? value.values.map(Number) : [Number(value)];
    const size = Math.max(...numbers);
    this.demand(Number.isInteger(size) && size > 0 && size <= 2 ** 31 - 1, `${key} is ${size}`);
    return size;
  }

  length(key: string): number {
    const value = this.value(key);
    return typeof value === 'object' ? value.length : this.raise(`${key} is not an array`);
  }
}

function describe(header: GgufHeader, faults: Faults): GgufMetadata {
  const { path, fileBytes, metadata, tensors } = header;
  const parts = Number(metadata.get('split.count') ?? 1);
  if (parts > 1)
    throw new UserError(
      `${path} is one of ${parts} parts of a model.`,
      'Join them with llama-gguf-split --merge and give the joined file.',
    );
  const architecture = faults.string('general.architecture');
  const own = (key: string) => `${architecture}.${key}`;
  const recurrent = /^(mamba|rwkv|arwkv)/.test(architecture);
  const heads = recurrent ? 1 : faults.size(own('attention.head_count'));
  const optional = (key: string) => {
    const value = metadata.get(key);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const hasKv = metadata.has(own('attention.head_count_kv'));
  return {
    path,
    fileBytes,
    name: optional('general.name'),
    architecture,
    contextLength: faults.size(own('context_length')),
    embeddingLength: faults.size(own('embedding_length')),
    layers: faults.size(own('block_count')),
    heads,
    keyValueHeads: hasKv ? faults.size(own('attention.head_count_kv')) : heads,
    vocabulary: faults.length('tokenizer.ggml.tokens'),
    tokenizer: faults.string('tokenizer.ggml.model'),
    chatTemplate: optional('tokenizer.chat_template'),
    parameters: tensors.reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0),
    ...weights(header),
  };
}

function weights({ tensors }: GgufHeader) {
  const bytesOfType = new Map<string, number>();
  const unknown = new Set<string>();
  let weightBytes = 0;
  for (const { type, shape } of tensors) {
    const bytes = tensorBytes(type, shape);
    if (bytes === undefined) unknown.add(typeName(type));
    weightBytes += bytes ?? 0;
    bytesOfType.set(typeName(type), (bytesOfType.get(typeName(type)) ?? 0) + (bytes ?? 0));
  }
  const [quantisation] = [...bytesOfType].sort(([, a], [, b]) => b - a)[0] ?? ['none'];
  return { quantisation, weightBytes, unknownTypes: [...unknown] };
}

function checkShape(metadata: GgufMetadata, header: GgufHeader, faults: Faults): void {
  const { architecture, embeddingLength, heads, keyValueHeads, vocabulary, tokenizer } = metadata;
  faults.demand(vocabulary > 0, 'its vocabulary is empty');
  if (tokenizer === 'gpt2') faults.length('tokenizer.ggml.merges');
  const types = header.metadata.get('tokenizer.ggml.token_type');
  faults.demand(
    types === undefined || (typeof types === 'object' && types.length === vocabulary),
    'tokenizer.ggml.token_type and tokenizer.ggml.tokens differ in length',
  );
  for (const kind of ['bos', 'eos', 'padding', 'unknown', 'eot']) {
    const id = header.metadata.get(`tokenizer.ggml.${kind}_token_id`);
    faults.demand(
      id === undefined || Number(id) < vocabulary,
      `its ${kind} token lies outside the vocabulary`,
    );
  }
  faults.demand(
    heads % keyValueHeads === 0,
    `${heads} heads do not divide by ${keyValueHeads} key-value heads`,
  );
  if (architecture !== 'llama') return;
  faults.size('llama.feed_forward_length');
  const epsilon = Number(faults.value('llama.attention.layer_norm_rms_epsilon'));
  faults.demand(epsilon >= 0 && epsilon < 1, `llama.attention.layer_norm_rms_epsilon is ${epsilon}`);
  const headLength = Number(header.metadata.get('llama.attention.key_length') ?? embeddingLength / heads);
  faults.demand(
    Number.isInteger(headLength),
    `an embedding of ${embeddingLength} does not divide into ${heads} heads`,
  );
  const rope = Number(header.metadata.get('llama.rope.dimension_count') ?? headLength);
  faults.demand(rope === headLength, `llama.rope.dimension_count is ${rope}, its heads have ${headLength}`);
}

function checkTensors(
  { embeddingLength, vocabulary }: GgufMetadata,
  { tensors, fileBytes }: GgufHeader,
  faults: Faults,
): void {
  faults.demand(tensors.length > 0, 'it holds no weights');
  const names = new Set<string>();
  for (const { name, type, shape, start } of tensors) {
    faults.demand(!names.has(name), `tensor ${name} appears twice`);
    names.add(name);
    const bytes = tensorBytes(type, shape);
    faults.demand(
      bytes !== null,
      `tensor ${name} has rows of ${shape[0]}, which ${typeName(type)} cannot hold`,
    );
    faults.demand(
      start + (bytes ?? 0) <= fileBytes,
      `it ends at byte ${fileBytes}, inside or before tensor ${name}; it is incomplete`,
    );
  }
  const embedding = tensors.find(({ name }) => name === 'token_embd.weight');
  faults.demand(embedding !== undefined, 'tensor token_embd.weight is missing');
  const [width, rows] = embedding?.shape ?? [];
  faults.demand(
    width === embeddingLength && rows === vocabulary,
    `tensor token_embd.weight is ${width} x ${rows}, its metadata say ${embeddingLength} x ${vocabulary}`,
  );
}
