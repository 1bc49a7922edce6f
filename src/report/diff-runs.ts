/** What moved between two runs: units that only one has, values of the units that both have, and means over them. */
import { unitName, type Run, type UnitRecord } from '../study/index.js';
import { fixed, signed, typesetMinus } from './format.js';

export type DiffValue = number | string | boolean | null;

export interface Change {
  /** Model, arm, task and seed, as `fides show` names them. */
  readonly unit: string;
  readonly quantity: string;
  readonly before: DiffValue;
  readonly after: DiffValue;
}

export interface MeanChange {
  readonly quantity: string;
  /** Over the units that both runs have and that define it; null when none does. */
  readonly before: number | null;
  readonly after: number | null;
}

export interface RunDiff {
  readonly before: string;
  readonly after: string;
  /** The chains of records are the same, byte for byte. */
  readonly same: boolean;
  readonly onlyBefore: readonly string[];
  readonly onlyAfter: readonly string[];
  readonly common: number;
  /** In the order of the first run. */
  readonly changes: readonly Change[];
  readonly means: readonly MeanChange[];
}

/** What is compared, and where a record has it. */
const QUANTITIES: Readonly<Record<string, (record: UnitRecord) => DiffValue>> = {
  outcome: (r) => r.delivery.failure ?? r.execution.outcome,
  'say→do': (r) => r.sayToDo.judges[0]?.score ?? null,
  'do→real': (r) => r.doToReal.score,
  'say→result': (r) => r.sayToResult.score,
  Sharpe: (r) => r.primary.strategy?.sharpe ?? null,
  'Sharpe after costs': (r) => r.primary.withCost?.sharpe ?? null,
  'beats buy-and-hold': (r) => r.primary.beatsBuyAndHold,
};

/** Compares units by model, arm, task and seed, whatever their place in the run. */
export function diffRuns(before: Run, after: Run): RunDiff {
  const [first, second] = [byName(before), byName(after)];
  const common = [...first].flatMap(([name, record]) => {
    const other = second.get(name);
    return other ? [{ name, record, other }] : [];
  });
  return {
    before: before.id,
    after: after.id,
    same: before.head === after.head,
    onlyBefore: [...first.keys()].filter((name) => !second.has(name)),
    onlyAfter: [...second.keys()].filter((name) => !first.has(name)),
    common: common.length,
    changes: common.flatMap(({ name, record, other }) =>
      Object.entries(QUANTITIES).flatMap(([quantity, of]) =>
        of(record) === of(other) ? [] : [{ unit: name, quantity, before: of(record), after: of(other) }],
      ),
    ),
    means: Object.entries(QUANTITIES)
      .filter(([quantity]) => quantity !== 'outcome')
      .map(([quantity, of]) => ({
        quantity,
        before: mean(common.map(({ record }) => of(record))),
        after: mean(common.map(({ other }) => of(other))),
      })),
  };
}

/** The difference as lines of a terminal: means first, then what moved, then units that only one run has. */
export function formatDiff(diff: RunDiff): string[] {
  const { before, after, same, onlyBefore, onlyAfter, common, changes, means } = diff;
  if (same) return [`${before} and ${after} hold the same records.`];
  if (common === 0) return [`no unit in common: ${before} and ${after} name other models, tasks or seeds`];
  const moved = new Set(changes.map((change) => change.unit)).size;
  return [
    `${before} → ${after}: ${common} units in both, ${moved} of them moved`,
    '',
    ...columns([
      ['mean', 'before', 'after', 'difference'],
      ...means.map((m) => [m.quantity, shown(m.before), shown(m.after), difference(m.before, m.after)]),
    ]),
    ...(changes.length === 0
      ? []
      : [
          '',
          ...columns([
            ['unit', 'quantity', 'before', 'after', 'difference'],
            ...changes.map((c) => [
              c.unit,
              c.quantity,
              shown(c.before),
              shown(c.after),
              difference(c.before, c.after),
            ]),
          ]),
        ]),
    ...(onlyBefore.length === 0 ? [] : ['', `only in ${before}: ${onlyBefore.join(', ')}`]),
    ...(onlyAfter.length === 0 ? [] : ['', `only in ${after}: ${onlyAfter.join(', ')}`]),
  ];
}

const byName = (run: Run) => new Map(run.records.map((record) => [unitName(record.unit), record]));

/** A yes counts 1, so that the mean of yes or no is a share. */
function mean(values: readonly DiffValue[]): number | null {
  const numbers = values
    .filter((value) => typeof value === 'number' || typeof value === 'boolean')
    .map(Number);
  return numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0) / numbers.length;
}

function shown(value: DiffValue): string {
  if (value === null) return '–';
  if (typeof value === 'number') return typesetMinus(fixed(3)(value));
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
}

const difference = (before: DiffValue, after: DiffValue): string =>
  typeof before === 'number' && typeof after === 'number' ? typesetMinus(signed(3)(after - before)) : '';

/** Left-aligned words, right-aligned numbers, two spaces between. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const words = rows[0]!.indexOf('before');
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows.map((row) =>
    row
      .map((text, i) => (i < words ? text.padEnd(widths[i]!) : text.padStart(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
}
