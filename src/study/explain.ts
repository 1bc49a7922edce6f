/** What is wrong with a study file, in words: unknown keys first, for a misspelt key is most often why another is missing. */
import { isMap, isScalar, type Document, type LineCounter } from 'yaml';
import { z } from 'zod';
import { formatPlace } from '../base/errors.js';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

const MOST = 5;

/** A study file as it was read. */
export interface ReadFile {
  readonly name: string;
  readonly document: Document;
  readonly lines: LineCounter;
  readonly value: unknown;
}

/** A line for each of the first problems. */
export function explain(schema: z.ZodType, found: readonly Issue[], file: ReadFile): string {
  const issues = found.flatMap(unfolded);
  const missing = issues.filter(({ path }) => isMissing(path, file.value)).map(({ path }) => dotted(path));
  const meant = new Set<string>();
  const unknown = issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => {
      const absent = known.filter((other) => missing.includes(dotted([...issue.path, other])));
      const near = nearest(key, absent) ?? nearest(key, known);
      if (near !== undefined) meant.add(dotted([...issue.path, near]));
      const where = issue.path.length > 0 ? ` in ${dotted(issue.path)}` : '';
      const mend = near === undefined ? `the keys there are ${known.join(', ')}` : `did you mean ${near}?`;
      return `${placeOfKey(issue.path, key, file)}: unknown key \`${key}\`${where}; ${mend}`;
    });
  });
  const rest = issues.flatMap((issue) => {
    const name = dotted(issue.path);
    if (issue.code === 'unrecognized_keys' || meant.has(name)) return [];
    const wrong = missing.includes(name) ? `${name} is missing` : `${name}: ${lowerFirst(issue.message)}`;
    return [`${placeOf(issue.path, file)}: ${wrong}.`];
  });
  const told = [...unknown, ...rest];
  return [...told.slice(0, MOST), ...(told.length > MOST ? [`${told.length - MOST} more.`] : [])].join('\n');
}

/** Of a choice between shapes, what is wrong with the shape that was meant: the one whose kind of value is there. */
function unfolded(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.find((branch) => branch.length > 0 && branch.every((e) => e.path.length > 0));
  return meant ? meant.flatMap((e) => unfolded({ ...e, path: [...issue.path, ...e.path] })) : [issue];
}

function isMissing(path: Path, value: unknown): boolean {
  let at = value;
  for (const [i, key] of path.entries()) {
    if (typeof at !== 'object' || at === null) return false;
    at = (at as Record<PropertyKey, unknown>)[key];
    if (at === undefined) return i === path.length - 1;
  }
  return false;
}

interface JsonNode {
  readonly properties?: Readonly<Record<string, JsonNode>>;
  readonly items?: JsonNode;
  readonly anyOf?: readonly JsonNode[];
  readonly oneOf?: readonly JsonNode[];
}

/** The keys that the schema knows at a place, of all shapes that it may have. */
function keysAt(schema: z.ZodType, path: Path): string[] {
  const shapes = (node: JsonNode): JsonNode[] => [
    node,
    ...[...(node.anyOf ?? []), ...(node.oneOf ?? [])].flatMap(shapes),
  ];
  let nodes = shapes(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonNode);
  for (const key of path)
    nodes = nodes
      .flatMap((node) => (typeof key === 'number' ? node.items : node.properties?.[String(key)]) ?? [])
      .flatMap(shapes);
  return [...new Set(nodes.flatMap((node) => Object.keys(node.properties ?? {})))];
}

/** The name that differs in the fewest letters, in less than half of them. */
function nearest(word: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((name) => ({ name, distance: editDistance(word, name) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance < word.length / 2 ? best.name : undefined;
}

/** Letters to put in, leave out or change (Levenshtein 1966). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

const dotted = (path: Path): string => path.map(String).join('.') || 'the file';

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function placeOfKey(path: Path, key: string, file: ReadFile): string {
  const map = nodeAt(path, file);
  const pair = isMap(map)
    ? map.items.find((item) => isScalar(item.key) && item.key.value === key)
    : undefined;
  const start = (pair?.key as Ranged)?.range?.[0];
  return start === undefined
    ? placeOf(path, file)
    : formatPlace({ file: file.name, line: file.lines.linePos(start).line });
}

/** The line of the nearest node on the path that exists; what the whole file lacks is at no line. */
function placeOf(path: Path, file: ReadFile): string {
  for (let length = path.length; length > 0; length--) {
    const start = (nodeAt(path.slice(0, length), file) as Ranged)?.range?.[0];
    if (start !== undefined) return formatPlace({ file: file.name, line: file.lines.linePos(start).line });
  }
  return file.name;
}

type Ranged = { readonly range?: readonly [number, number, number] } | null | undefined;

function nodeAt(path: Path, { document }: ReadFile): unknown {
  return path.length === 0 ? document.contents : document.getIn(path as (string | number)[], true);
}
