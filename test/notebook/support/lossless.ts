/** A notebook of many one-line cells, run by us and by nbclient on the same kernel. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  formatNotebook,
  ourKernel,
  readNotebook,
  runNotebook,
  writeNotebook,
  type Notebook,
} from 'fides/notebook';
import { underNbclient } from './nbclient.js';
import { joined } from './run.js';

/** Every third cell prints, every third has a value, every third both. */
export function manyCells(count: number): Notebook {
  const sources = [
    (i: number) => `console.log('cell ${i}');`,
    (i: number) => `${i} * 2`,
    (i: number) => `console.log('cell ${i}'); ${i} * 2`,
  ];
  const cells = Array.from({ length: count }, (_, i) => ({
    cell_type: 'code' as const,
    id: `cell-${i}`,
    metadata: {},
    source: sources[i % 3]!(i),
    execution_count: null,
    outputs: [],
  }));
  return { nbformat: 4, nbformat_minor: 5, metadata: {}, cells };
}

/** What each cell must show: 'cell i' and i * 2, as its kind of cell has them. */
export const expected = (count: number): string[][] =>
  Array.from({ length: count }, (_, i) =>
    [`cell ${i}\n`, `${i * 2}`].slice(i % 3 === 1 ? 1 : 0, i % 3 === 0 ? 1 : 2),
  );

export interface Timed {
  readonly outputs: readonly (readonly string[])[];
  readonly seconds: number;
}

const folder = mkdtempSync(join(tmpdir(), 'fides-lossless-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** With start and end of the kernel, and with a save after each cell. */
export async function underOurs(notebook: Notebook): Promise<Timed> {
  const path = join(folder, 'ours.ipynb');
  const started = performance.now();
  const save = (saved: Notebook) => writeNotebook(path, saved);
  await runNotebook(notebook, path, { kernel: ourKernel(), save });
  return { seconds: (performance.now() - started) / 1000, outputs: outputsOf(readNotebook(path)) };
}

/** With start and end of the kernel. */
export function underTheirs(notebook: Notebook): Timed {
  const source = join(folder, 'source.ipynb');
  writeFileSync(source, formatNotebook(notebook));
  const { notebook: run, seconds } = underNbclient(source);
  return { seconds, outputs: outputsOf(run) };
}

/** Texts of a cell's outputs; streams in a row are one, however they were cut. */
function outputsOf({ cells }: Notebook): string[][] {
  return cells.map((cell) => {
    const texts: { stream: string | null; text: string }[] = [];
    for (const output of cell.cell_type === 'code' ? cell.outputs : []) {
      const stream = output.output_type === 'stream' ? output.name : null;
      const text =
        'text' in output
          ? joined(output.text)
          : 'data' in output
            ? joined(output.data['text/plain'] as string)
            : output.ename;
      const last = texts.at(-1);
      if (stream !== null && last?.stream === stream) last.text += text;
      else texts.push({ stream, text });
    }
    return texts.map(({ text }) => text);
  });
}
