/** Damage to a CSV file, as hands, programs and networks do it. */
import type { Random } from '#fides/base/random.js';

const CELLS = [
  '',
  'NaN',
  'null',
  '0',
  '-1',
  '1e309',
  '-0',
  '0x1f',
  'Infinity',
  '1,000.5',
  '"1,5"',
  '"',
  '2024-02-30',
  '1970-01-01',
  '99999999999999999999',
  '1e-320',
  ' 12 ',
  '\u0663',
  '=1+1',
  '\0',
  'x'.repeat(5000),
];

type Mutation = (bytes: Uint8Array, rng: Random) => Uint8Array;

const onText =
  (change: (lines: string[], rng: Random) => void, join = '\n'): Mutation =>
  (bytes, rng) => {
    const lines = Buffer.from(bytes).toString('utf8').split('\n');
    change(lines, rng);
    return Buffer.from(lines.join(join));
  };

const onCells = (change: (cells: string[], rng: Random) => void) =>
  onText((lines, rng) => {
    const at = rng.integer(lines.length);
    const cells = lines[at]!.split(',');
    change(cells, rng);
    lines[at] = cells.join(',');
  });

const onBytes =
  (change: (bytes: number[], rng: Random) => void): Mutation =>
  (bytes, rng) => {
    const list = [...bytes];
    change(list, rng);
    return Uint8Array.from(list);
  };

export const MUTATIONS: readonly Mutation[] = [
  onCells((cells, rng) => (cells[rng.integer(cells.length)] = CELLS[rng.integer(CELLS.length)]!)),
  onCells((cells, rng) => cells.splice(rng.integer(cells.length), 1)),
  onCells((cells, rng) => cells.splice(rng.integer(cells.length), 0, CELLS[rng.integer(CELLS.length)]!)),
  onCells((cells, rng) => (cells[rng.integer(cells.length)] = String(rng.normal() * 10 ** rng.integer(20)))),
  onCells((cells, rng) => cells.reverse().splice(0, rng.integer(2))),
  onText((lines, rng) => lines.splice(rng.integer(lines.length), 1)),
  onText((lines, rng) => lines.splice(rng.integer(lines.length), 0, lines[rng.integer(lines.length)]!)),
  onText((lines, rng) => {
    const [a, b] = [rng.integer(lines.length), rng.integer(lines.length)];
    [lines[a], lines[b]] = [lines[b]!, lines[a]!];
  }),
  onText((lines) => void lines.reverse()),
  onText(() => {}, '\r\n'),
  onText((lines, rng) => void lines.splice(rng.integer(lines.length), 0, '')),
  onText((lines) => lines.forEach((line, i) => (lines[i] = line.replaceAll(',', ';')))),
  onBytes((bytes, rng) => (bytes[rng.integer(bytes.length)]! ^= 1 << rng.integer(8))),
  onBytes((bytes, rng) => (bytes[rng.integer(bytes.length)] = rng.integer(256))),
  onBytes((bytes, rng) => bytes.splice(rng.integer(bytes.length))),
  onBytes((bytes, rng) => bytes.splice(rng.integer(bytes.length), rng.integer(40))),
  onBytes((bytes, rng) => bytes.splice(rng.integer(bytes.length), 0, ...bytes.slice(0, rng.integer(200)))),
];

/** One to three mutations of a file. */
export function mutate(bytes: Uint8Array, rng: Random): Uint8Array {
  let mutated = bytes;
  for (let left = 1 + rng.integer(3); left > 0 && mutated.length > 0; left--)
    mutated = MUTATIONS[rng.integer(MUTATIONS.length)]!(mutated, rng);
  return mutated;
}
