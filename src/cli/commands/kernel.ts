import { existsSync } from 'node:fs';
import { UserError } from '../../base/errors.js';
import type { Place } from '../../../kernel-extensions/index.js';
import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';

interface PlaceOptions {
  readonly user?: boolean;
  readonly sysPrefix?: boolean;
  readonly prefix?: string;
}

/** Modules that add our magics to the kernel; see kernel-extensions/start.ts. */
export const EXTENSIONS = ['fides/notebook'];

export function addKernel(program: Command, io: Terminal): void {
  const kernel = program.command('kernel').description('make the TypeScript kernel known to Jupyter clients');
  const placed = (name: string, description: string) =>
    kernel
      .command(name)
      .description(description)
      .option('--user', 'for this user (the default)')
      .option('--sys-prefix', 'in the active Python environment')
      .option('--prefix <folder>', 'under a prefix such as /usr/local');

  placed('install', 'write a kernel specification').action(async (options: PlaceOptions) => {
    const { installKernel } = await import('../../../kernel-extensions/index.js');
    const folder = installKernel(placeOf(options), EXTENSIONS);
    if (io.json) io.printJson({ folder });
    else io.print(`Installed in ${folder}`);
  });

  placed('uninstall', 'remove the kernel specification').action(async (options: PlaceOptions) => {
    const { kernelFolder, uninstallKernel } = await import('../../../kernel-extensions/index.js');
    const place = placeOf(options);
    const folder = kernelFolder(place);
    if (!uninstallKernel(place))
      throw new UserError(
        `No kernel is installed in ${folder}.`,
        'fides kernel list shows where there is one.',
      );
    if (io.json) io.printJson({ folder });
    else io.print(`Removed ${folder}`);
  });

  kernel
    .command('list')
    .description('where Jupyter clients find the kernel, first match first')
    .action(async () => {
      const { listKernels } = await import('../../../kernel-extensions/index.js');
      const kernels = listKernels();
      if (io.json) return io.printJson(kernels);
      if (kernels.length === 0) io.print('None. fides kernel install writes one.');
      for (const { folder, main, works } of kernels)
        io.print(`${folder}${works ? '' : `  (broken: ${main} is gone)`}`);
    });
}

function placeOf({ user, sysPrefix, prefix }: PlaceOptions): Place {
  if ([user, sysPrefix, prefix].filter(Boolean).length > 1)
    throw new UserError(
      'Only one of --user, --sys-prefix and --prefix can be given.',
      'Leave the others out.',
    );
  if (sysPrefix) return 'sys-prefix';
  if (!prefix) return 'user';
  if (!existsSync(prefix))
    throw new UserError(`--prefix ${prefix}: there is no such folder.`, 'Make it first, or name another.');
  return { prefix };
}
