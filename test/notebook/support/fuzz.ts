/** Damaged notebooks: bytes changed, or members of the JSON replaced, removed and moved. */
import { readFileSync } from 'node:fs';
import { formatNotebook, parseNotebook } from 'fides/notebook';
import { random, type Random } from '#fides/base/random.js';
import { fixture } from './run.js';

const SEEDS = ['format-3', 'format-4.0', 'format-4.4', 'parameters', 'chart', 'broken-output'].map((name) =>
  readFileSync(fixture(name), 'utf8'),
);
const VALUES = [null, true, -1, 1e308, '', 'x', [], {}, [[]], { __proto__: 1 }, ['a', 1], '\ud800', 5, 4];

export function fuzzed(seed: number): string {
  const { integer } = random(seed);
  const text = SEEDS[integer(SEEDS.length)]!;
  return integer(2) === 0 ? cut(text, integer) : altered(text, integer);
}

/** @returns what came of it; anything but a UserError is thrown on */
export function outcomeOf(text: string): 'notebook' | 'error' {
  try {
    const written = formatNotebook(parseNotebook(text, 'fuzzed.ipynb'));
    if (formatNotebook(parseNotebook(written, 'written.ipynb')) !== written) throw new Error('not stable');
    return 'notebook';
  } catch (error) {
    if ((error as Error).name === 'UserError') return 'error';
    throw error;
  }
}

function cut(text: string, integer: Random['integer']): string {
  const [at, length] = [integer(text.length), integer(8)];
  const insert = ['', '"', '{', ']', ',', '\\', '\u0000', '1e999', '<<<<<<<'][integer(9)]!;
  return text.slice(0, at) + insert + text.slice(at + length);
}

function altered(text: string, integer: Random['integer']): string {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return text;
  }
  for (let n = 1 + integer(3); n > 0; n--) {
    const places: [holder: Record<string, unknown>, key: string][] = [];
    const walk = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        places.push([value as Record<string, unknown>, key]);
        walk(inner);
      }
    };
    walk(root);
    const [holder, key] = places[integer(places.length)] ?? [{}, ''];
    const action = integer(3);
    if (action === 0) delete holder[key];
    else if (action === 1) holder[key] = VALUES[integer(VALUES.length)];
    else holder[`extra${integer(3)}`] = holder[key];
  }
  return JSON.stringify(root);
}
