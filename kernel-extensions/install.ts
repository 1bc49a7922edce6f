/** Kernel specifications: what Jupyter clients read to offer and start this kernel, and where they look for it. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const KERNEL_NAME = 'fides';

export interface KernelSpec {
  readonly argv: readonly string[];
  readonly display_name: string;
  readonly language: 'typescript';
  readonly interrupt_mode: 'message';
  readonly env: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** By absolute paths, so that a client finds Node and the kernel whatever its PATH and working folder are. */
export function kernelSpec(extensions: readonly string[] = []): KernelSpec {
  const main = fileURLToPath(new URL('./main.js', import.meta.url));
  const extended = extensions.flatMap((module) => ['--extension', module]);
  return {
    argv: [process.execPath, main, '{connection_file}', ...extended],
    display_name: 'Fides (TypeScript)',
    language: 'typescript',
    interrupt_mode: 'message',
    env: {},
    metadata: { debugger: false },
  };
}

/** For this user; under a prefix (/usr/local, or a folder of the project); or in the active Python environment. */
export type Place = 'user' | 'sys-prefix' | { readonly prefix: string };

/** The folder `kernels/fides` of a place. Throws when there is no Python environment to ask. */
export function kernelFolder(place: Place): string {
  return join(dataFolder(place), 'kernels', KERNEL_NAME);
}

/** Writes kernel.json and returns its folder. */
export function installKernel(place: Place, extensions: readonly string[] = []): string {
  const folder = kernelFolder(place);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'kernel.json'), `${JSON.stringify(kernelSpec(extensions), null, 2)}\n`);
  writeFileSync(join(folder, 'logo-svg.svg'), LOGO);
  return folder;
}

/** False when there was none. */
export function uninstallKernel(place: Place): boolean {
  const folder = kernelFolder(place);
  if (!existsSync(folder)) return false;
  rmSync(folder, { recursive: true });
  return true;
}

export interface InstalledKernel {
  readonly folder: string;
  /** The file that the specification starts, and whether it is there. */
  readonly main: string;
  readonly works: boolean;
}

/** Every specification of this kernel that a Jupyter client started from here would see, in the order it looks. */
export function listKernels(): InstalledKernel[] {
  return searchFolders()
    .map((folder) => join(folder, 'kernels', KERNEL_NAME))
    .filter((folder, i, all) => all.indexOf(folder) === i && existsSync(join(folder, 'kernel.json')))
    .map((folder) => {
      const { argv } = JSON.parse(readFileSync(join(folder, 'kernel.json'), 'utf8')) as KernelSpec;
      const [node = '', main = ''] = argv;
      return { folder, main, works: existsSync(node) && existsSync(main) };
    });
}

/** Where Jupyter looks for data, as `jupyter --paths` lists it. */
function searchFolders(): string[] {
  const fromEnvironment = (process.env['JUPYTER_PATH'] ?? '').split(delimiter).filter(Boolean);
  const prefixes = ['VIRTUAL_ENV', 'CONDA_PREFIX']
    .map((name) => process.env[name])
    .filter((p): p is string => p !== undefined);
  const system =
    process.platform === 'win32'
      ? [join(process.env['PROGRAMDATA'] ?? 'C:\\ProgramData', 'jupyter')]
      : ['/usr/local/share/jupyter', '/usr/share/jupyter'];
  return [
    ...fromEnvironment,
    dataFolder('user'),
    ...prefixes.map((p) => join(p, 'share', 'jupyter')),
    ...system,
  ];
}

function dataFolder(place: Place): string {
  if (place === 'user') return userFolder();
  const prefix = place === 'sys-prefix' ? pythonPrefix() : resolve(place.prefix);
  return join(prefix, 'share', 'jupyter');
}

function userFolder(): string {
  const { env, platform } = process;
  if (env['JUPYTER_DATA_DIR']) return env['JUPYTER_DATA_DIR'];
  if (platform === 'darwin') return join(homedir(), 'Library', 'Jupyter');
  if (platform === 'win32') return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'jupyter');
  return join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'jupyter');
}

function pythonPrefix(): string {
  const active = process.env['VIRTUAL_ENV'] ?? process.env['CONDA_PREFIX'];
  if (active) return active;
  for (const python of ['python3', 'python']) {
    const { status, stdout } = spawnSync(python, ['-c', 'import sys; print(sys.prefix)'], {
      encoding: 'utf8',
    });
    if (status === 0) return stdout.trim();
  }
  throw new Error('There is no Python on the PATH whose prefix could take the kernel.');
}

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#20405f"/>
<path d="M22 50V14h22M22 31h17" fill="none" stroke="#fff" stroke-width="6"/><circle cx="46" cy="46" r="5" fill="#e0a030"/></svg>
`;
