/** Running fixture notebooks: each in a folder of its own, with every saved state recorded. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  formatNotebook,
  ourKernel,
  parseNotebook,
  readNotebook,
  runNotebook,
  type CodeCell,
  type Notebook,
  type RunNotebookOptions,
} from 'fides/notebook';

export const fixture = (name: string): string =>
  fileURLToPath(new URL(`../fixtures/${name}.ipynb`, import.meta.url));

/** A folder with a fixture and further files in it, removed when the process ends. */
export function folderWith(name: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'fides-notebook-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  copyFileSync(fixture(name), join(folder, `${name}.ipynb`));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

export interface Ran {
  /** As it was saved last. */
  readonly notebook: Notebook;
  readonly error: unknown;
  readonly saves: number;
}

export async function runFixture(
  name: string,
  options: Partial<RunNotebookOptions> = {},
  change: (notebook: Notebook, file: string) => Notebook | Promise<Notebook> = (n) => n,
): Promise<Ran> {
  const file = join(folderWith(name), `${name}.ipynb`);
  let saved = '';
  let saves = 0;
  const save = (notebook: Notebook) => {
    saved = formatNotebook(notebook);
    saves += 1;
  };
  const asked = await change(readNotebook(file), file);
  const error = await runNotebook(asked, `${name}.ipynb`, {
    kernel: ourKernel(),
    cwd: join(file, '..'),
    save,
    ...options,
  }).then(
    () => null,
    (e: unknown) => e,
  );
  return { notebook: parseNotebook(saved, name), error, saves };
}

/** Outputs of a cell, counted from 1, in short: stream text, values as text, errors by name. */
export function shown({ cells }: Notebook, place: number): string[] {
  return (cells[place - 1] as CodeCell).outputs.map((output) => {
    if (output.output_type === 'stream') return joined(output.text);
    if (output.output_type === 'error') return `${output.ename}: ${output.evalue}`;
    return joined((output.data['text/plain'] ?? '') as string);
  });
}

export const joined = (text: string | readonly string[]): string =>
  typeof text === 'string' ? text : text.join('');
