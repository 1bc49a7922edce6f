import type { Digest } from '../../base/digest.js';
import type { GgufMetadata } from '../gguf/check.js';
import type { OpenOptions } from '../open.js';
import type { Engine } from '../types.js';

export async function demandLoadable(
  _m: GgufMetadata,
  _d: Digest,
  _e: Engine,
  _o: OpenOptions,
): Promise<void> {}
