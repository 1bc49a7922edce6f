/** Completions by content key, shared by all runs: what was once asked of a model on an engine is not asked again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { canonicalJson, sha256, type Digest } from '../base/digest.js';
import { writeAtomic } from '../base/files.js';
import { completionKey } from './key.js';
import type { Completion, LanguageModel } from './types.js';

export interface CompletionStore {
  /** Undefined when there is none, or when what is there is not whole. */
  get(key: Digest): Completion | undefined;
  put(completion: Completion): void;
}

export const completionSchema = z.object({
  text: z.string(),
  finishReason: z.enum(['stop', 'length', 'error']),
  promptTokens: z.number(),
  completionTokens: z.number(),
  key: z.string(),
  model: z.object({ name: z.string(), digest: z.string(), family: z.string() }),
  engine: z.object({
    backend: z.enum(['llama', 'openai', 'replay']),
    version: z.string(),
    device: z.string(),
    sequences: z.number(),
    address: z.string().exactOptional(),
  }),
  timings: z.object({ millis: z.number(), cached: z.boolean(), deviceName: z.string() }),
});

const entrySchema = z.object({ digest: z.string(), completion: completionSchema });

/**
 * A store of one file a completion, `folder/ab/abcdef….json`, each holding the digest of its own content. Writing is
 * atomic; a torn, altered or misplaced file counts as absent and is overwritten by the next completion.
 */
export function completionCache(folder: string): CompletionStore {
  const place = (key: Digest) => join(folder, key.slice(0, 2), `${key}.json`);
  return {
    get(key) {
      const text = readOrUndefined(place(key));
      return text === undefined ? undefined : readEntry(text, key);
    },
    put(completion) {
      const body = canonicalJson(completion);
      writeAtomic(place(completion.key), `{"digest":"${sha256(body)}","completion":${body}}\n`);
    },
  };
}

function readEntry(text: string, key: Digest): Completion | undefined {
  try {
    const { digest, completion } = entrySchema.parse(JSON.parse(text));
    return digest === sha256(canonicalJson(completion)) && completion.key === key ? completion : undefined;
  } catch {
    return undefined;
  }
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The model behind a store: answers from the store where it can, and asks the model, once, where it cannot.
 * A stored completion comes with `timings.cached`; its name is the one asked for now.
 */
export function cached(model: LanguageModel, store: CompletionStore): LanguageModel {
  const underWay = new Map<Digest, Promise<Completion>>();
  const ask = async (...args: Parameters<LanguageModel['complete']>) => {
    const completion = await model.complete(...args);
    if (completion.finishReason !== 'error') store.put(completion);
    return completion;
  };
  return {
    identity: model.identity,
    engine: model.engine,
    contextSize: model.contextSize,
    parallel: model.parallel ?? 1,
    close: () => model.close(),
    async complete(request, options) {
      const key = completionKey(model.identity, model.engine, request);
      const known = store.get(key);
      if (known) {
        options?.onToken?.(known.text);
        return { ...known, model: model.identity, timings: { ...known.timings, millis: 0, cached: true } };
      }
      // A request that its caller may abort is no one else's to wait for.
      if (options?.signal) return ask(request, options);
      const twin = underWay.get(key);
      if (twin) return twin;
      const asked = ask(request, options).finally(() => underWay.delete(key));
      underWay.set(key, asked);
      return asked;
    },
  };
}
