import { spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { packageRoot } from '../../base/paths.js';
import { UserError } from '../../base/errors.js';
import { EXTENSIONS } from './kernel.js';
import type { Command } from 'commander';
import type { Terminal } from '../terminal.js';

interface Client {
  readonly name: string;
  readonly command: readonly string[];
  /** Succeeds where the client is installed. */
  readonly probe: readonly string[];
}

const CLIENTS: Record<string, Client> = {
  lab: { name: 'JupyterLab', command: ['jupyter', 'lab'], probe: ['jupyter', 'lab', '--version'] },
  notebook: {
    name: 'Jupyter Notebook',
    command: ['jupyter', 'notebook'],
    probe: ['jupyter', 'notebook', '--version'],
  },
  code: { name: 'VS Code', command: ['code', '--wait'], probe: ['code', '--version'] },
};

const HOW_TO_GET_ONE = `Install one of them, then run this again:
  JupyterLab        pip install jupyterlab      (or: conda install jupyterlab)
  Jupyter Notebook  pip install notebook        (Debian, Ubuntu: apt install jupyter-notebook)
  VS Code           https://code.visualstudio.com with its Jupyter extension
Without a client, fides notebook run FILE.ipynb runs a notebook from here.`;

export function addLab(program: Command, io: Terminal): void {
  program
    .command('lab')
    .description('open the notebooks in JupyterLab, Notebook or VS Code, whichever is installed')
    .argument('[folder]', 'what to open', join(packageRoot(), 'notebooks'))
    .option(
      '--client <name>',
      `one of ${Object.keys(CLIENTS).join(', ')}; the first that is installed by default`,
    )
    .action(async (folder: string, options: { client?: string }) => {
      const client = findClient(options.client);
      const { installKernel } = await import('../../../kernel-extensions/index.js');
      const prefix = join(packageRoot(), '.kernel');
      const installed = installKernel({ prefix }, EXTENSIONS);
      io.progress.note(`Kernel: ${installed}\nOpening ${folder} in ${client.name}`);
      if (client === CLIENTS['code'])
        io.progress.note(
          'If VS Code was open before, it does not see this kernel: fides kernel install --user helps.',
        );
      process.exitCode = await open(client, folder, join(prefix, 'share', 'jupyter'));
    });
}

function findClient(wanted: string | undefined): Client {
  const candidates = wanted ? [CLIENTS[wanted]] : Object.values(CLIENTS);
  if (candidates[0] === undefined)
    throw new UserError(`--client ${wanted}: unknown.`, `Known are ${Object.keys(CLIENTS).join(', ')}.`);
  const found = candidates.find((client) => client && runs(client.probe));
  if (found) return found;
  const missing = candidates.map((client) => client?.name).join(', ');
  throw new UserError(`No notebook client was found (looked for ${missing}).`, HOW_TO_GET_ONE);
}

function runs([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', shell: process.platform === 'win32' }).status === 0;
}

/** The client sees the project's kernel by its environment; nothing is installed outside the project. */
function open(
  { command: [command = '', ...args] }: Client,
  folder: string,
  dataFolder: string,
): Promise<number> {
  const JUPYTER_PATH = [dataFolder, process.env['JUPYTER_PATH']].filter(Boolean).join(delimiter);
  const child = spawn(command, [...args, folder], {
    stdio: 'inherit',
    env: { ...process.env, JUPYTER_PATH },
    shell: process.platform === 'win32',
  });
  process.on('SIGINT', () => {}); // the client asks, and ends when it is told to
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done(code ?? 1));
  });
}
