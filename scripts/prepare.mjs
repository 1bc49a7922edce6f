// Runs after `npm ci`: builds the package and links it as node_modules/fides, so that notebooks import it by name.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
if (existsSync(join(modules, 'typescript'))) {
  const tsc = join(modules, 'typescript', 'bin', 'tsc');
  const built = spawnSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], {
    stdio: 'inherit',
  });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
mkdirSync(modules, { recursive: true });
const link = join(modules, 'fides');
if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link, { recursive: true });
symlinkSync('..', link, process.platform === 'win32' ? 'junction' : 'dir');
