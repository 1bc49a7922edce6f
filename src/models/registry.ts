/** The models a workspace knows by name: those added to data/models/models.json, and those the package ships. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../base/errors.js';
import { writeAtomic } from '../base/files.js';
import { shipped, workspace } from '../base/paths.js';
import { modelSpec, type ModelSpec } from './spec.js';

export interface KnownModel {
  readonly spec: ModelSpec;
  /** True for the toys that ship with the package. */
  readonly demonstration: boolean;
}

const fileSchema = z.strictObject({ models: z.array(modelSpec) });

export const registryFile = (): string => join(workspace(), 'data', 'models', 'models.json');

/** Added models first, in the order they were added. */
export function knownModels(): KnownModel[] {
  const added = readAdded().map((spec) => ({ spec, demonstration: false }));
  const names = new Set(added.map(({ spec }) => spec.name));
  return [...added, ...shippedModels().filter(({ spec }) => !names.has(spec.name))];
}

/** A known model by name, else a GGUF by its path or hub reference. */
export function findModel(nameOrFile: string): KnownModel {
  const models = knownModels();
  const known = models.find(({ spec }) => spec.name === nameOrFile);
  if (known) return known;
  if (nameOrFile.startsWith('hf:') || existsSync(nameOrFile))
    return { spec: { name: basename(nameOrFile, '.gguf'), gguf: nameOrFile }, demonstration: false };
  if (/^https?:/.test(nameOrFile))
    throw new UserError(
      `${nameOrFile} is the address of a server, which may have many models.`,
      `Give one of them a name first: \`fides models add NAME ${nameOrFile} --model MODEL\`, where MODEL is the server's name for it and the key is in OPENAI_API_KEY; then name NAME.`,
    );
  throw new UserError(
    `There is no model or file called ${JSON.stringify(nameOrFile)}.`,
    `Known models: ${models.map(({ spec }) => spec.name).join(', ') || 'none'}. Add one with \`fides models add NAME FILE\`.`,
  );
}

/** Adds a model, or replaces the added one of the same name. */
export function addModel(spec: ModelSpec): void {
  const models = [...readAdded().filter(({ name }) => name !== spec.name), spec];
  writeAtomic(registryFile(), `${JSON.stringify({ models }, null, 2)}\n`);
}

function readAdded(): ModelSpec[] {
  const path = registryFile();
  if (!existsSync(path)) return [];
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).models;
  } catch (error) {
    const detail = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UserError(
      `${path} is not a list of models: ${detail}`,
      'Mend the file, or delete it and add them again.',
    );
  }
}

function shippedModels(): KnownModel[] {
  const folder = shipped('data', 'models', 'demo');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.gguf'))
    .sort()
    .map((file) => ({
      spec: { name: basename(file, '.gguf'), gguf: join(folder, file) },
      demonstration: true,
    }));
}
