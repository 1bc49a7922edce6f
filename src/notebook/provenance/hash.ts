/** Hashes of cells: what a cell depends on, and what it put out. */
import { digestJson, sha256, type Digest } from '../../base/digest.js';
import { textOf, type CodeCell, type Output } from '../format/types.js';

/** The chain starts from what all cells depend on: the kernel and its version. */
export const chainStart = (kernel: string): Digest => sha256(kernel);

/** @param before hash of the code cell before, or the chain's start */
export const chainCell = (before: Digest, cell: CodeCell): Digest =>
  sha256(`${before} ${textOf(cell.source)}`);

/** Outputs without execution counts, text joined: equal however a stream was cut into pieces. */
export function outputsDigest(outputs: readonly Output[]): Digest {
  return digestJson(outputs.map(normal));
}

export function normal(output: Output): unknown {
  if (output.output_type === 'stream') return { ...output, text: textOf(output.text) };
  if (output.output_type === 'error') return output;
  const data = Object.fromEntries(
    Object.entries(output.data).map(([type, value]) => [type, isLines(value) ? value.join('') : value]),
  );
  return { output_type: output.output_type, data, metadata: output.metadata };
}

function isLines(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((line) => typeof line === 'string');
}
