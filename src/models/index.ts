export type * from './types.js';
export { modelSpec, type ModelSpec } from './spec.js';
export { openModel, type OpenOptions } from './open.js';
export { completionKey, requestKey } from './key.js';
export { cached, completionCache, completionSchema, type CompletionStore } from './cache.js';
export { replayModel, type ReplaySource } from './replay.js';
export { checkGguf, type GgufMetadata } from './gguf/check.js';
export { addModel, findModel, knownModels, type KnownModel } from './registry.js';
