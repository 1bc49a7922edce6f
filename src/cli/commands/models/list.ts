/** fides models list: the models known by name. */
import { existsSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import type { KnownModel } from '../../../models/index.js';
import { alignedColumns } from '../../columns.js';
import type { Terminal } from '../../terminal.js';
import { bytes } from './units.js';

export function addList(models: Command, io: Terminal): void {
  models
    .command('list')
    .description('the models known by name: added ones, and the toys that come along')
    .action(async () => {
      const { knownModels } = await import('../../../models/index.js');
      const known = knownModels();
      if (io.json) return io.printJson(known.map(({ spec, demonstration }) => ({ ...spec, demonstration })));
      if (known.length === 0) return io.print('No models yet: `fides models add NAME FILE` adds one.');
      for (const line of alignedColumns(['Name', 'Kind', ' Size', 'Source'], known.map(row))) io.print(line);
      if (known.some(({ demonstration }) => demonstration))
        io.print(
          '\nToys are tiny models trained for offline runs; what they say about markets means nothing.',
        );
    });
}

function row({ spec, demonstration }: KnownModel): string[] {
  if ('server' in spec) return [spec.name, 'hosted', '-', `${spec.server.address} (${spec.server.model})`];
  const { name, gguf } = spec;
  if (gguf.startsWith('hf:')) return [name, 'GGUF', '-', gguf];
  const size = existsSync(gguf) ? bytes(statSync(gguf).size) : 'missing';
  return [name, demonstration ? 'toy' : 'GGUF', size, gguf];
}
