/** Comparing two notebooks' outputs: numbers with a tolerance, images by pixels, charts by their data. */
import {
  isCode,
  textOf,
  type CodeCell,
  type MimeBundle,
  type Notebook,
  type Output,
} from './format/types.js';

export interface Difference {
  /** Place of the cell in the notebook, from 1. */
  readonly cell: number;
  /** What differs, with both values. */
  readonly what: string;
}

/** @param tolerance relative, of numbers in text and in data */
export async function compareNotebooks(
  expected: Notebook,
  actual: Notebook,
  tolerance: number,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const length = Math.max(expected.cells.length, actual.cells.length);
  for (let i = 0; i < length; i++) {
    const [a, b] = [expected.cells[i], actual.cells[i]];
    if (!a || !b || a.cell_type !== b.cell_type || textOf(a.source) !== textOf(b.source)) {
      differences.push({ cell: i + 1, what: 'its source differs' });
      continue;
    }
    if (!isCode(a) || !isCode(b)) continue;
    const what = await compareCells(a, b, tolerance);
    if (what) differences.push({ cell: i + 1, what });
  }
  return differences;
}

async function compareCells(a: CodeCell, b: CodeCell, tolerance: number): Promise<string | null> {
  if (a.outputs.length !== b.outputs.length)
    return `${a.outputs.length} outputs committed, ${b.outputs.length} now`;
  for (const [i, output] of a.outputs.entries()) {
    const what = await compareOutputs(output, b.outputs[i]!, tolerance);
    if (what) return `output ${i + 1}: ${what}`;
  }
  return null;
}

async function compareOutputs(a: Output, b: Output, tolerance: number): Promise<string | null> {
  if (a.output_type !== b.output_type) return `${a.output_type} committed, ${b.output_type} now`;
  if (a.output_type === 'stream' && b.output_type === 'stream')
    return a.name === b.name
      ? compareText(textOf(a.text), textOf(b.text), tolerance)
      : `${a.name} committed, ${b.name} now`;
  if (a.output_type === 'error' && b.output_type === 'error')
    return compareText(`${a.ename}: ${a.evalue}`, `${b.ename}: ${b.evalue}`, tolerance);
  return 'data' in a && 'data' in b ? compareBundles(a.data, b.data, tolerance) : null;
}

/** A chart is its specification: where there is one, the picture beside it is not compared. */
async function compareBundles(a: MimeBundle, b: MimeBundle, tolerance: number): Promise<string | null> {
  const types = [Object.keys(a).sort(), Object.keys(b).sort()] as const;
  if (types[0].join() !== types[1].join())
    return `${types[0].join(', ')} committed, ${types[1].join(', ')} now`;
  const chart = types[0].some((type) => /vega/.test(type));
  for (const type of types[0]) {
    if (chart && (type.startsWith('image/') || type === 'text/plain' || type === 'text/html')) continue;
    const what = await compareData(type, a[type], b[type], tolerance);
    if (what) return `${type}: ${what}`;
  }
  return null;
}

async function compareData(type: string, a: unknown, b: unknown, tolerance: number): Promise<string | null> {
  if (/json$/.test(type)) return compareValues(a, b, tolerance, '');
  const [x, y] = [textOf(a as string), textOf(b as string)];
  if (/^image\/(png|jpeg)$/.test(type)) return (await samePixels(x, y)) ? null : 'the pictures differ';
  return compareText(x, y, tolerance);
}

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g;

/** Words must be equal, numbers nearly. */
export function compareText(a: string, b: string, tolerance: number): string | null {
  if (a === b) return null;
  const parts = [a.split(NUMBER), b.split(NUMBER)] as const;
  const numbers = [a.match(NUMBER) ?? [], b.match(NUMBER) ?? []] as const;
  const word = parts[0].findIndex((part, i) => part !== parts[1][i]);
  if (word >= 0 || parts[0].length !== parts[1].length)
    return `${excerpt(a, b)} committed, ${excerpt(b, a)} now`;
  const at = numbers[0].findIndex((n, i) => !near(Number(n), Number(numbers[1][i]), tolerance));
  return at < 0 ? null : `${numbers[0][at]} committed, ${numbers[1][at]} now`;
}

function compareValues(a: unknown, b: unknown, tolerance: number, path: string): string | null {
  if (typeof a === 'number' && typeof b === 'number')
    return near(a, b, tolerance) ? null : `${path}: ${a} committed, ${b} now`;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return a === b ? null : `${path}: ${JSON.stringify(a)} committed, ${JSON.stringify(b)} now`;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  for (const key of keys) {
    const what = compareValues(
      (a as Record<string, unknown>)[key],
      (b as Record<string, unknown>)[key],
      tolerance,
      path ? `${path}.${key}` : key,
    );
    if (what) return what;
  }
  return null;
}

function near(a: number, b: number, tolerance: number): boolean {
  return a === b || Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b));
}

/** Some characters around where two texts part. */
function excerpt(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  return JSON.stringify(text.slice(Math.max(0, at - 20), at + 20));
}

async function samePixels(a: string, b: string): Promise<boolean> {
  if (a === b) return true;
  const [x, y] = await Promise.all([pixels(a), pixels(b)]);
  return x.equals(y);
}

async function pixels(base64: string): Promise<Buffer> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const image = await loadImage(Buffer.from(base64, 'base64'));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return Buffer.from(context.getImageData(0, 0, image.width, image.height).data);
}
