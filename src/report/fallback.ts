/**
 * The browser of last resort: the Chromium inside the npm package @sparticuz/chromium, unpacked by us.
 *
 * The package would unpack itself into fixed names in the temporary folder, reuse whatever it finds there, leave its shared
 * libraries packed outside of cloud functions, and point fontconfig at a folder of its own, with which no text was drawn at all.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { UserError } from '../base/errors.js';
import { cacheFolder } from '../base/paths.js';
import { silent, type Progress } from '../base/progress.js';
import { packageFolder, packageVersion } from './packages.js';

const PACKAGE = '@sparticuz/chromium';
const unbrotli = promisify(brotliDecompress);

export interface Fallback {
  readonly executable: string;
  /** Folder for LD_LIBRARY_PATH. */
  readonly libraries: string;
}

/** Why the fallback cannot run here, or null when it can. */
export function fallbackObstacle(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return `the browser in ${PACKAGE} is for Linux on x64, and this is ${process.platform} on ${process.arch}`;
  if (packageFolder(PACKAGE) === null) return `the package ${PACKAGE} is not installed`;
  return null;
}

/** Where the fallback is or will be unpacked. */
export function fallbackFolder(): string {
  return cacheFolder('chromium', packageVersion(PACKAGE) ?? 'none');
}

/** Unpacks the fallback once (about 2 s and 200 MB), whole or not at all; several processes may do so at once. */
export async function unpackFallback(progress: Progress = silent): Promise<Fallback> {
  const obstacle = fallbackObstacle();
  if (obstacle) throw new UserError(`No browser: ${obstacle}.`, 'Install Chromium or Google Chrome.');
  const folder = fallbackFolder();
  if (!existsSync(folder)) {
    const task = progress.task('unpacking the browser');
    const bin = join(packageFolder(PACKAGE)!, 'bin');
    mkdirSync(dirname(folder), { recursive: true });
    const partial = mkdtempSync(`${folder}.`);
    try {
      await unpack(bin, partial);
      chmodSync(partial, 0o755);
      settle(partial, folder);
    } finally {
      rmSync(partial, { recursive: true, force: true });
    }
    task.done(folder);
  }
  return { executable: join(folder, 'chromium'), libraries: join(folder, 'lib') };
}

async function unpack(bin: string, folder: string): Promise<void> {
  const [chromium, libraries] = await Promise.all(
    ['chromium.br', 'al2023.tar.br'].map(async (name) => unbrotli(readFileSync(join(bin, name)))),
  );
  writeFileSync(join(folder, 'chromium'), chromium!, { mode: 0o755 });
  for (const { name, data } of tarFiles(libraries!)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), data, { mode: 0o755 });
  }
}

/** Another process may have been first: then its copy stands. */
function settle(partial: string, folder: string): void {
  try {
    renameSync(partial, folder);
  } catch (error) {
    if (!existsSync(join(folder, 'chromium'))) throw error;
  }
}

/** Plain files of a ustar archive. Names that climb out of the folder are refused. */
export function tarFiles(tar: Uint8Array): { name: string; data: Uint8Array }[] {
  const text = (from: number, length: number) =>
    Buffer.from(tar.buffer, tar.byteOffset + from, length)
      .toString('utf8')
      .replace(/\0.*$/s, '');
  const files = [];
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    const name = text(at, 100);
    const size = parseInt(text(at + 124, 12), 8);
    const type = text(at + 156, 1);
    if (name.startsWith('/') || name.split('/').includes('..'))
      throw new Error(`tar entry ${name} climbs out`);
    if (type === '0' || type === '') files.push({ name, data: tar.subarray(at + 512, at + 512 + size) });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}
