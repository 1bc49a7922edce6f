/** Two sets of bindings, told apart in words. */
import type { Bindings, BoundCell } from './bindings.js';

/** What the report says and the evidence does not give; other evidence is told first, for it explains all the rest. */
export function compareBindings(found: Bindings, given: Bindings): string[] {
  const differences = [
    ...(same(found.evidence, given.evidence)
      ? []
      : [`the evidence: ${versus(found.evidence, given.evidence)}`]),
    ...compareTables(found, given),
    ...compareLists('figure', found.figures, given.figures),
    ...compareLists('value', found.values, given.values),
  ];
  const rest: [string, unknown, unknown][] = [
    ['the title', found.title, given.title],
    ['what the template reads beside tables and figures', found.context, given.context],
    ['the template', found.template, given.template],
    ['the version of Fides', found.fides, given.fides],
    ['the page', found.html, given.html],
    ['the rest', found, given],
  ];
  for (const [name, a, b] of rest)
    if (!same(a, b) && (name !== 'the rest' || differences.length === 0))
      differences.push(`${name}: ${versus(a, b)}`);
  return differences;
}

function compareTables(found: Bindings, given: Bindings): string[] {
  return pairUp(found.tables, given.tables).flatMap(({ id, a, b }) => {
    if (!a || !b) return [`table ${id} ${a ? 'is not declared any more' : 'is missing'}`];
    const name = `table ${id}${b.number ? ` (Table ${b.number})` : ''}`;
    const cells = Array.from({ length: Math.max(a.cells.length, b.cells.length) }, (_, i) => i).filter(
      (i) => !same(a.cells[i], b.cells[i]),
    );
    if (cells.length > 0)
      return [
        `${name}${cellName(a.cells[cells[0]!] ?? b.cells[cells[0]!]!)}: ${cellVersus(a.cells[cells[0]!], b.cells[cells[0]!])}`,
      ];
    return same(a, b) ? [] : [`${name}: its number, caption or file differs`];
  });
}

const cellName = ({ row, column }: BoundCell): string => `, row ${row + 1}, column ${column}`;

function cellVersus(a: BoundCell | undefined, b: BoundCell | undefined): string {
  if (!a || !b) return a ? 'the evidence gives no such cell' : 'the report has no such cell';
  return a.value === b.value ? versus({ ...a }, { ...b }) : versus(a.value, b.value);
}

function compareLists(kind: string, found: readonly Named[], given: readonly Named[]): string[] {
  return pairUp(found, given).flatMap(({ id, a, b }) => {
    if (!a || !b) return [`${kind} ${id} ${a ? 'is not declared any more' : 'is missing'}`];
    const keys = Object.keys({ ...a, ...b }) as (keyof Named)[];
    const key = keys.find((k) => !same(a[k], b[k]));
    return key === undefined ? [] : [`${kind} ${id}, ${key}: ${versus(a[key], b[key])}`];
  });
}

interface Named {
  readonly id: string;
}

function pairUp<T extends Named>(found: readonly T[], given: readonly T[]): { id: string; a?: T; b?: T }[] {
  const [a, b] = [byId(found), byId(given)];
  return [...new Set([...a.keys(), ...b.keys()])].map((id) => ({
    id,
    ...(a.has(id) ? { a: a.get(id)! } : {}),
    ...(b.has(id) ? { b: b.get(id)! } : {}),
  }));
}

const byId = <T extends Named>(list: readonly T[]): Map<string, T> =>
  new Map(list.map((item) => [item.id, item]));

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function versus(a: unknown, b: unknown): string {
  return `the report has ${shown(a)}, the evidence gives ${shown(b)}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}
