/** What the tests of models share: a folder of their own, models of random weights, requests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompletionRequest } from 'fides/models';
import { UserError } from '#fides/base/errors.js';
import { writeTinyGguf, type TinyOptions } from '../support/tiny-gguf.js';

/** Deleted when the test process ends. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fides-models-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function tinyFile(folder: string, options: TinyOptions & { name?: string } = {}): string {
  const path = join(folder, options.name ?? 'tiny.gguf');
  writeTinyGguf(path, options);
  return path;
}

export function request(content: string, changes: Partial<CompletionRequest> = {}): CompletionRequest {
  return {
    messages: [{ role: 'user', content }],
    sampling: { temperature: 1, topP: 1, topK: 0, seed: 7 },
    maxTokens: 24,
    ...changes,
  };
}

export const verdictSchema = {
  type: 'object',
  properties: { entry: { enum: ['yes', 'no', 'unclear'] }, exits: { type: 'boolean' } },
};

/** The UserError that the work ends with; anything else fails the test. */
export async function userError(work: () => unknown): Promise<UserError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
