/** Which kernel runs a notebook: ours, or an installed one by name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../base/errors.js';
import { KERNEL_NAME, kernelSpec } from '../../../kernel-extensions/index.js';

export interface KernelCommand {
  readonly name: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly language: string;
  readonly displayName: string;
  /** How it wants to be interrupted. */
  readonly interrupt: 'message' | 'signal';
  /** Ours can be asked what a cell has read. */
  readonly ours: boolean;
}

const spec = z.object({
  argv: z.array(z.string()).min(1),
  display_name: z.string().default(''),
  language: z.string().default(''),
  interrupt_mode: z.enum(['message', 'signal']).default('signal'),
  env: z.record(z.string(), z.string()).default({}),
});

/** The kernel of this package, with its extension; it need not be installed, and ends with this process. */
export function ourKernel(): KernelCommand {
  const { argv, env, language, display_name: displayName } = kernelSpec(['fides/notebook']);
  const [node = process.execPath, ...rest] = argv;
  const guard = new URL(`../kernel/end-with-runner.js?runner=${process.pid}`, import.meta.url).href;
  return {
    name: KERNEL_NAME,
    argv: [node, '--import', guard, ...rest],
    env,
    language,
    displayName,
    interrupt: 'message',
    ours: true,
  };
}

/** @throws UserError naming the installed ones */
export function findKernel(name: string): KernelCommand {
  if (name === KERNEL_NAME) return ourKernel();
  const found = installedKernels();
  const file = found.get(name);
  if (!file)
    throw new UserError(
      `No kernel is named ${name}.`,
      `Here are ${[KERNEL_NAME, ...found.keys()].join(', ')}.`,
    );
  const parsed = spec.safeParse(parsedJson(file));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new UserError(
      `${file} is no kernel specification: ${[...path, message].join(': ')}.`,
      'Install the kernel again.',
    );
  }
  const { argv, env, language, display_name: displayName, interrupt_mode: interrupt } = parsed.data;
  return { name, argv, env, language, displayName, interrupt, ours: false };
}

function parsedJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** kernel.json by name, in the order in which Jupyter looks. */
function installedKernels(): Map<string, string> {
  const { env } = process;
  const prefixes = [env.VIRTUAL_ENV, env.CONDA_PREFIX].flatMap((p) =>
    p ? [join(p, 'share', 'jupyter')] : [],
  );
  const system =
    process.platform === 'win32'
      ? [join(env.PROGRAMDATA ?? 'C:\\ProgramData', 'jupyter')]
      : ['/usr/local/share/jupyter', '/usr/share/jupyter'];
  const path = (env.JUPYTER_PATH ?? '').split(delimiter).filter(Boolean);
  const found = new Map<string, string>();
  for (const folder of [...path, userFolder(), ...prefixes, ...system]) {
    const kernels = join(folder, 'kernels');
    if (!existsSync(kernels)) continue;
    for (const name of readdirSync(kernels).sort()) {
      const file = join(kernels, name, 'kernel.json');
      if (!found.has(name) && existsSync(file)) found.set(name, file);
    }
  }
  return found;
}

function userFolder(): string {
  const { env, platform } = process;
  if (env.JUPYTER_DATA_DIR) return env.JUPYTER_DATA_DIR;
  if (platform === 'darwin') return join(homedir(), 'Library', 'Jupyter');
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'jupyter');
  return join(env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'jupyter');
}
