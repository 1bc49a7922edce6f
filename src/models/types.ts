/** One interface to language models, whatever runs them. */
import type { Digest } from '../base/digest.js';

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface Sampling {
  /** 0 is greedy. */
  readonly temperature: number;
  /** 1 leaves the distribution whole. */
  readonly topP: number;
  /** 0 leaves the distribution whole. */
  readonly topK: number;
  readonly seed: number;
}

export interface CompletionRequest {
  readonly messages: readonly Message[];
  readonly sampling: Sampling;
  readonly maxTokens: number;
  /** Constrains the reply to JSON of this schema (enums and booleans only: see README). */
  readonly schema?: JsonSchema;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** What ran the model; part of the completion key, since text may differ between engines and devices. */
export interface Engine {
  readonly backend: 'llama' | 'openai' | 'replay';
  readonly version: string;
  /** 'cpu', 'cuda', 'vulkan', 'metal' or 'remote'. */
  readonly device: string;
  readonly sequences: number;
  /** Address of a hosted model, without credentials. */
  readonly address?: string;
}

export interface Completion {
  readonly text: string;
  readonly finishReason: 'stop' | 'length' | 'error';
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Content key of the request on this model and engine. */
  readonly key: Digest;
  readonly model: ModelIdentity;
  readonly engine: Engine;
  /** Never hashed. */
  readonly timings: { readonly millis: number; readonly cached: boolean; readonly deviceName: string };
}

export interface ModelIdentity {
  /** The name used in study files and tables. */
  readonly name: string;
  /** SHA-256 of the GGUF file, or of the hosted model's name and address. */
  readonly digest: Digest;
  /** Such as 'llama', 'qwen2'; judges of the same family as a candidate draw a warning. */
  readonly family: string;
}

export interface LanguageModel {
  readonly identity: ModelIdentity;
  readonly engine: Engine;
  readonly contextSize: number;
  /** Requests that run at once; more wait their turn. 1 when absent. */
  readonly parallel?: number;
  complete(
    request: CompletionRequest,
    options?: { signal?: AbortSignal; onToken?: (text: string) => void },
  ): Promise<Completion>;
  close(): Promise<void>;
}
