/** How the Python server is started: as a real unprivileged user, inside bubblewrap, with nothing but a read-only /usr. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { UserError } from '../../base/errors.js';
import { shipped } from '../../base/paths.js';
import type { Command } from '../child.js';

const PYTHON = '/usr/bin/python3';
const BWRAP = '/usr/bin/bwrap';
const SETPRIV = '/usr/bin/setpriv';
/** The kernel does not limit the processes of root, whatever user root claims to be inside: it must become another first. */
const NOBODY = ['--reuid', '65534', '--regid', '65534', '--clear-groups', '--no-new-privs'];
export const PYTHON_MEND =
  'On Debian or Ubuntu: apt-get install bubblewrap python3-pandas; user namespaces must be allowed. Or use TypeScript.';

/** The command of a Python child. Throws UserError where it cannot work: not Linux, or something is not installed. */
export function pythonCommand(memoryMb: number): Command {
  if (process.platform !== 'linux')
    throw new UserError(
      `Python strategies run on Linux only, this is ${process.platform}.`,
      'Use TypeScript.',
    );
  const root = process.getuid!() === 0;
  const missing = [PYTHON, BWRAP, ...(root ? [SETPRIV] : [])].filter((file) => !existsSync(file));
  if (missing.length > 0)
    throw new UserError(`Python strategies need ${missing.join(' and ')}, which is not there.`, PYTHON_MEND);
  const source = readFileSync(shipped('src', 'sandbox', 'python', 'server.py'), 'utf8');
  const inside = [...enclosure(), PYTHON, '-I', '-c', source, String(memoryMb)];
  return root
    ? { file: SETPRIV, args: [...NOBODY, BWRAP, ...inside], env: {} }
    : { file: BWRAP, args: inside, env: {} };
}

function enclosure(): string[] {
  return [
    ...['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session', '--as-pid-1'],
    ...(mayForbidNamespaces() ? ['--disable-userns'] : []),
    ...['--ro-bind', '/usr', '/usr'],
    ...['bin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    // Debian keeps the choice of a BLAS library here.
    ...['/etc/alternatives', '/etc/ld.so.cache'].flatMap((path) => ['--ro-bind-try', path, path]),
    // Nothing may be written anywhere: a file would carry a memory from one run of a strategy into the next.
    ...[
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--remount-ro',
      '/dev',
      '--remount-ro',
      '/',
      '--chdir',
      '/',
      '--clearenv',
    ],
    ...['TZ=UTC', 'LANG=C.UTF-8', 'OPENBLAS_NUM_THREADS=1', 'OMP_NUM_THREADS=1'].flatMap(setting),
  ];
}

function setting(assignment: string): string[] {
  const [name, value] = assignment.split('=') as [string, string];
  return ['--setenv', name, value];
}

/** bubblewrap 0.8 can forbid further user namespaces inside, which closes much of the kernel to the code. */
function mayForbidNamespaces(): boolean {
  return spawnSync(BWRAP, ['--help'], { encoding: 'utf8', env: {} }).stdout.includes('--disable-userns');
}
