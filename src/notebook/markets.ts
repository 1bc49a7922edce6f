/** Prices for the signals of a run, which holds signals and no prices: they are read again from where its study read them. */
import { resolve } from 'node:path';
import { UserError } from '../base/errors.js';
import { adjusted, rangeOf, sliceBars, type Bars, type Range } from '../market/index.js';
import { readStudyData, type Run, type Study, type Task } from '../study/index.js';

/** A task with its bars. */
export interface TaskMarket {
  readonly task: Task;
  /** What its strategies saw, adjusted: a signal has one value a bar of these. */
  readonly bars: Bars;
  /** The primary window in `bars`. */
  readonly window: Range;
}

/**
 * The markets of a run by the id of their task.
 * @throws UserError when the prices are not at hand, or are not those of the run
 * @example const { bars, window } = marketsOf(run).get(record.unit.task)!
 */
export function marketsOf(run: Run): Map<string, TaskMarket> {
  const bySymbol = new Map(barsOf(run).map((bars) => [bars.symbol, adjusted(bars)]));
  return new Map(
    run.manifest.tasks.map((task) => {
      const history = bySymbol.get(task.symbol)!;
      const seen = { start: task.inSample.start, end: task.primary.end };
      const bars = sliceBars(history, rangeOf(history, seen));
      return [task.id, { task, bars, window: rangeOf(bars, task.primary) }];
    }),
  );
}

/** Bars of every symbol of the run, with the digests that its manifest has. */
function barsOf(run: Run): Bars[] {
  const { data } = run.manifest.config as Study;
  const symbols = run.manifest.data.map(({ symbol }) => symbol);
  const read = readStudyData(data, symbols, (path) => folderOf(run, path));
  const known = new Map(read.map((bars) => [bars.symbol, bars]));
  return run.manifest.data.map(({ symbol, name, digest }) => {
    const bars = known.get(symbol);
    if (bars?.source.digest !== digest)
      throw new UserError(
        `The prices of ${symbol} that are at hand are not those of the run ${run.id}: its ${name} has the SHA-256 ${digest.slice(0, 12)}….`,
        'Set FIDES_DATA to a folder that holds that file.',
      );
    return bars;
  });
}

/** The folder of `$VARIABLE`; of a path beside the study file, whose place a run does not know, FIDES_DATA tells it. */
function folderOf({ id }: Run, path: string): string {
  const [start, variable] = /^\$(\w+)/.exec(path) ?? [path, 'FIDES_DATA'];
  const value = process.env[variable!];
  if (value) return resolve(path.replace(start, value));
  throw new UserError(
    `The run ${id} holds no prices: its study read them from ${path}.`,
    `Set ${variable} to that folder, such as process.env.${variable} = '/data/etf' in a cell above.`,
  );
}
