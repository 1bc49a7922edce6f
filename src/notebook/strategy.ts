/** One strategy of a run, by the number that tables and `fides show` give it. */
import { UserError } from '../base/errors.js';
import type { Run, UnitRecord } from '../study/index.js';

/** @throws UserError for a number that the run does not have, with those that it has */
export function strategyOf(run: Run, index: number): UnitRecord {
  const record = run.records.find((r) => r.index === index);
  if (record) return record;
  const last = run.records.at(-1)?.index;
  throw new UserError(
    `The run ${run.id} has no strategy ${index}.`,
    last === undefined ? 'It has none yet.' : `Its strategies are 0 to ${last}.`,
  );
}
