/** Finding a template: one that is shipped, or any folder that holds a template.njk. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { digestJson, sha256, type Digest } from '../base/digest.js';
import { UserError } from '../base/errors.js';
import { shipped } from '../base/paths.js';

/** A folder with template.njk, and style.css (after the house style) and script.js (in the HTML only) when there are any. */
export interface TemplateFolder {
  readonly name: string;
  readonly folder: string;
  /** Of every file in it and of the shared style. */
  readonly digest: Digest;
}

/** What all templates share: base.njk, macros.njk, paper.css. */
export const styleFolder = (): string => shipped('templates', 'style');
const reportsFolder = (): string => shipped('templates', 'reports');

/** A template by the name of a shipped one, or by the path of a folder. */
export function findTemplate(nameOrFolder: string): TemplateFolder {
  const shippedFolder = join(reportsFolder(), nameOrFolder);
  const isName = /^[\w-]+$/.test(nameOrFolder) && existsSync(join(shippedFolder, 'template.njk'));
  const folder = isName ? shippedFolder : resolve(nameOrFolder);
  if (!existsSync(join(folder, 'template.njk'))) {
    const names = readdirSync(reportsFolder()).filter((n) =>
      existsSync(join(reportsFolder(), n, 'template.njk')),
    );
    throw new UserError(
      `There is no template "${nameOrFolder}": ${join(folder, 'template.njk')} does not exist.`,
      `Name one of ${names.join(', ')}, or a folder that holds a template.njk.`,
    );
  }
  return {
    name: isName ? nameOrFolder : basename(folder),
    folder,
    digest: digestJson([filesDigest(folder), filesDigest(styleFolder())]),
  };
}

/** Digest of the names and contents of all files of a folder. */
export function filesDigest(folder: string): Digest {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return digestJson(
    names.map((name) => [relative(folder, name).split(sep).join('/'), sha256(readFileSync(name))]),
  );
}
