/** The prompt templates that ship in templates/prompts, and their digests. */
import { readdirSync, readFileSync } from 'node:fs';
import nunjucks from 'nunjucks';
import { sha256, type Digest } from '../base/digest.js';
import { shipped } from '../base/paths.js';

const FOLDER = shipped('templates', 'prompts');
const SUFFIX = '.njk';

const environment = new nunjucks.Environment(new nunjucks.FileSystemLoader(FOLDER), {
  autoescape: false,
  throwOnUndefined: true,
  trimBlocks: true,
  lstripBlocks: true,
});

/** A template's text with its values filled in, without the newline at its end. */
export function render(name: string, values: Readonly<Record<string, string>>): string {
  return environment.render(name + SUFFIX, values).trimEnd();
}

/** Every template that prompts are made of, parts included, by name: what a run's manifest records. */
export function promptDigests(): { name: string; digest: Digest }[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(SUFFIX))
    .sort()
    .map((file) => ({
      name: file.slice(0, -SUFFIX.length),
      digest: sha256(readFileSync(`${FOLDER}/${file}`)),
    }));
}
