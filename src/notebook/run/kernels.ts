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
  /** Ours can be asked for the inputs of a cell. */
  readonly ours: boolean;
}

const spec = z.object({
  argv: z.array(z.string()).min(1),
  display_name: z.string().default(''),
  language: z.string().default(''),
  interrupt_mode: z.enum(['message', 'signal']).default('signal'),
  env: z.record(z.string(), z.string()).default({}),
});

/** The kernel of this package, with its extension; it need not be installed. */
export function ourKernel(): KernelCommand {
  const { argv, env, language, display_name: displayName } = kernelSpec(['fides/notebook']);
  return { name: KERNEL_NAME, argv, env, language, displayName, interrupt: 'message', ours: true };
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
  const parsed = spec.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success)
    throw new UserError(
      `${file} is no kernel specification: ${parsed.error.issues[0]!.message}.`,
      'Install the kernel again.',
    );
  const { argv, env, language, display_name: displayName, interrupt_mode: interrupt } = parsed.data;
  return { name, argv, env, language, displayName, interrupt, ours: false };
}

/** kernel.json by name, in the order in which Jupyter looks. */
function installedKernels(): Map<string, string> {
  const data =
    process.platform === 'darwin'
      ? join(homedir(), 'Library', 'Jupyter')
      : join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'jupyter');
  const prefixes = [process.env.VIRTUAL_ENV, process.env.CONDA_PREFIX]
    .filter((p): p is string => p !== undefined)
    .map((p) => join(p, 'share', 'jupyter'));
  const path = (process.env.JUPYTER_PATH ?? '').split(delimiter).filter(Boolean);
  const found = new Map<string, string>();
  for (const folder of [...path, data, ...prefixes, '/usr/local/share/jupyter', '/usr/share/jupyter']) {
    const kernels = join(folder, 'kernels');
    if (!existsSync(kernels)) continue;
    for (const name of readdirSync(kernels).sort()) {
      const file = join(kernels, name, 'kernel.json');
      if (!found.has(name) && existsSync(file)) found.set(name, file);
    }
  }
  return found;
}
