/** A run as an Arquero table, a row a strategy: for notebooks. */
import { table, type ColumnTable } from 'arquero';
import { unitName } from './plan.js';
import type { Run, UnitRecord } from './types.js';

/** Columns and what each takes from a record; null where the record has no value. */
const COLUMNS = {
  index: (r: UnitRecord) => r.index,
  strategy: (r: UnitRecord) => unitName(r.unit),
  model: (r: UnitRecord) => (r.unit.arm === 'two-stage' ? `${r.unit.model} (two-stage)` : r.unit.model),
  task: (r: UnitRecord) => r.unit.task,
  seed: (r: UnitRecord) => r.unit.seed,
  /** Of the sandbox, or why the reply could not be read. */
  outcome: (r: UnitRecord) => r.delivery.failure ?? r.execution.outcome,
  say_do: (r: UnitRecord) => r.sayToDo.judges[0]?.score ?? null,
  say_do_swap: (r: UnitRecord) => r.sayToDo.judges[1]?.score ?? null,
  say_do_reader: (r: UnitRecord) => r.sayToDo.reader.score,
  say_do_rule: (r: UnitRecord) => r.sayToDo.rule.score,
  do_real: (r: UnitRecord) => r.doToReal.score,
  say_result: (r: UnitRecord) => r.sayToResult.score,
  claims_to_beat: (r: UnitRecord) => r.sayToResult.paperClaims.beatsBuyAndHold,
  beats: (r: UnitRecord) => r.primary.beatsBuyAndHold,
  sharpe: (r: UnitRecord) => r.primary.strategy?.sharpe ?? null,
  held_sharpe: (r: UnitRecord) => r.primary.buyAndHold.sharpe,
  total_return: (r: UnitRecord) => r.primary.strategy?.totalReturn ?? null,
  held_return: (r: UnitRecord) => r.primary.buyAndHold.totalReturn,
  density: (r: UnitRecord) => r.primary.strategy?.density ?? null,
  leak: (r: UnitRecord) => r.lookAhead.prefix?.leak ?? null,
} as const;

/** @example recordTable(openRun('demo')).groupby('model').rollup({ say_do: op.mean('say_do') }) */
export function recordTable(run: Run): ColumnTable {
  return table(
    Object.fromEntries(
      Object.entries<(record: UnitRecord) => unknown>(COLUMNS).map(([name, of]) => [
        name,
        run.records.map(of),
      ]),
    ),
  );
}
