/** The llama backend: a GGUF file on llama.cpp, in this process. */
import type { LlamaGrammar, Llama } from 'node-llama-cpp';
import { digestJson } from '../../base/digest.js';
import { UserError } from '../../base/errors.js';
import { checkGguf, type GgufMetadata } from '../gguf/check.js';
import { completionKey } from '../key.js';
import type { OpenOptions } from '../options.js';
import { checkRequest } from '../request.js';
import type { GgufSpec } from '../spec.js';
import type { Completion, CompletionRequest, Engine, JsonSchema, LanguageModel } from '../types.js';
import { chatRenderer, type ChatRenderer, type RenderedChat } from './chat.js';
import { fileDigest } from './file-digest.js';
import { generate } from './generate.js';
import { loadWeights, planLoad, type LoadPlan } from './load.js';
import { pool, type Pool } from '../pool.js';
import { demandLoadable } from './probe.js';
import { deviceKind, deviceName, engineVersion, runtime } from './runtime.js';
import type { LlamaContextSequence, LlamaModel } from 'node-llama-cpp';

/** A context beyond this is asked for, not assumed: keys and values take memory. */
const DEFAULT_CONTEXT = 8192;

interface Ready {
  readonly model: LlamaModel;
  readonly render: ChatRenderer;
  readonly sequences: Pool<LlamaContextSequence>;
  readonly device: string;
  grammar(schema: JsonSchema): Promise<LlamaGrammar>;
  dispose(): Promise<void>;
}

/** Checks the file at once; weights are loaded by the first completion that no cache answers. */
export async function openLlama(path: string, spec: GgufSpec, options: OpenOptions): Promise<LanguageModel> {
  const metadata = checkGguf(path);
  const contextSize = contextFor(metadata, options.contextSize);
  demandTemplate(metadata, spec);
  const llama = await runtime(options.gpu ?? 'auto');
  const sequences = options.sequences ?? 1;
  const engine: Engine = {
    backend: 'llama',
    version: await engineVersion(llama),
    device: deviceKind(llama),
    sequences,
  };
  const digest = await fileDigest(path);
  await demandLoadable(metadata, digest, engine, options.gpu ?? 'auto');
  const plan = planLoad(metadata, llama.gpu !== false, {
    contextSize,
    sequences,
    contexts: options.contexts,
  });
  const identity = {
    name: spec.name,
    digest: spec.template === undefined ? digest : digestJson({ digest, template: spec.template }),
    family: spec.family ?? metadata.architecture,
  };

  let ready: Promise<Ready> | undefined;
  const load = () => (ready ??= makeReady(llama, metadata, plan, spec, options));
  return {
    identity,
    engine,
    contextSize,
    parallel: plan.contexts * plan.sequences,
    async complete(request, { signal, onToken } = {}): Promise<Completion> {
      checkRequest(request);
      const { model, render, sequences, grammar, device } = await load();
      const chat = render(request.messages);
      demandRoom(chat, request, contextSize, spec.name);
      const rules = request.schema && (await grammar(request.schema));
      return sequences.use(async (sequence) => {
        signal?.throwIfAborted();
        const start = performance.now();
        const { sampling, maxTokens } = request;
        const reply = await generate(sequence, chat, {
          model,
          sampling,
          maxTokens,
          grammar: rules,
          signal,
          onToken,
        });
        return {
          ...reply,
          promptTokens: chat.tokens.length,
          key: completionKey(identity, engine, request),
          model: identity,
          engine,
          timings: { millis: performance.now() - start, cached: false, deviceName: device },
        };
      });
    },
    async close() {
      const loaded = await ready?.catch(() => undefined);
      ready = undefined;
      await loaded?.dispose();
    },
  };
}

async function makeReady(
  llama: Llama,
  metadata: GgufMetadata,
  plan: LoadPlan,
  { name, template }: GgufSpec,
  { progress }: OpenOptions,
): Promise<Ready> {
  const task = metadata.weightBytes > 2 ** 28 ? progress?.task(`loading ${name}`, 100) : undefined;
  let told = 0;
  const { model, sequences, dispose } = await loadWeights(llama, metadata, plan, (share) => {
    const percent = Math.floor(share * 100);
    if (percent > told) task?.advance(percent - told);
    told = percent;
  });
  task?.done();
  const grammars = new Map<string, Promise<LlamaGrammar>>();
  return {
    model,
    dispose,
    render: chatRenderer(model, template),
    sequences: pool(sequences),
    device: await deviceName(llama, model.gpuLayers, metadata.layers, plan.threads),
    grammar(schema) {
      const key = JSON.stringify(schema);
      const known = grammars.get(key) ?? grammarFor(llama, schema);
      grammars.set(key, known);
      return known;
    },
  };
}

async function grammarFor(llama: Llama, schema: JsonSchema): Promise<LlamaGrammar> {
  try {
    return await llama.createGrammarForJsonSchema(
      schema as Parameters<Llama['createGrammarForJsonSchema']>[0],
    );
  } catch (error) {
    throw new UserError(
      `No grammar can be made of the JSON schema ${JSON.stringify(schema)}: ${(error as Error).message}.`,
      'Use objects, enums and booleans.',
      { cause: error },
    );
  }
}

function contextFor({ path, contextLength }: GgufMetadata, asked: number | undefined): number {
  if (asked === undefined) return Math.min(contextLength, DEFAULT_CONTEXT);
  if (Number.isInteger(asked) && asked >= 1 && asked <= contextLength) return asked;
  throw new UserError(
    `A context of ${asked} tokens was asked for; ${path} was trained on ${contextLength}.`,
    `Use a whole number from 1 to ${contextLength}.`,
  );
}

function demandTemplate({ path, chatTemplate }: GgufMetadata, { template }: GgufSpec): void {
  if (chatTemplate !== null || template !== undefined) return;
  throw new UserError(
    `${path} carries no chat template, so how to put a question to it is unknown (a base model, or a poor conversion).`,
    'Use an instruction-tuned file that has one, or name the format it was trained on, as in `template: chatML`.',
  );
}

/** A reply is never cut short by the context: what might not fit is refused, so that a text depends on its request only. */
function demandRoom(
  { tokens }: RenderedChat,
  { maxTokens }: CompletionRequest,
  contextSize: number,
  name: string,
) {
  if (tokens.length + maxTokens <= contextSize) return;
  throw new UserError(
    `The prompt takes ${tokens.length} tokens and the reply may take ${maxTokens}; the context of ${name} holds ${contextSize}.`,
    'Use a compact prompt, fewer tokens for the reply, or a larger context.',
  );
}
