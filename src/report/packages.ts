/** Finding files of npm packages, also those that their `exports` do not name (fonts, browsers). */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** The folder of an installed package, or null. */
export function packageFolder(name: string): string | null {
  for (const modules of require.resolve.paths(name) ?? []) {
    const folder = join(modules, name);
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return null;
}

/** The version of an installed package, or null. */
export function packageVersion(name: string): string | null {
  const folder = packageFolder(name);
  if (folder === null) return null;
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}
