/** One unit through all its stages: elicit, execute, check, backtest, judge, claim, controls. A failure is a row. */
import { doToReal } from '../concordance/index.js';
import type { Execution, StrategyCode } from '../sandbox/index.js';
import { claimed } from './stages/claims.js';
import type { Context } from './stages/context.js';
import { checkPrefixes, findLookAhead, injections, replay, wantsReplay } from './stages/controls.js';
import { elicit } from './stages/elicit.js';
import type { Delivery } from '../elicitation/index.js';
import type { LanguageModel } from '../models/index.js';
import { callLog } from './stages/record-calls.js';
import { execute } from './stages/execute.js';
import { judge } from './stages/judge.js';
import { curvesOf, scoreWindow } from './stages/score.js';
import type { UnitKey, UnitRecord, UnitTimings } from './types.js';

const NO_REPAIRS = { missing: 0, rounded: 0, clipped: 0 } as const;

export async function runUnit(
  index: number,
  unit: UnitKey,
  models: ReadonlyMap<string, LanguageModel>,
  shared: Omit<Context, 'model'>,
): Promise<{ record: UnitRecord; timings: UnitTimings }> {
  const log = callLog(models, shared.blob);
  const context: Context = { ...shared, model: log.model };
  const market = context.markets.get(unit.task)!;
  const { stages, timed } = stopwatch();
  const delivery = await timed('elicit', () => elicit(unit, market, context));
  const strategy: StrategyCode | null =
    delivery.failure === null ? { code: delivery.code, language: delivery.language } : null;
  const execution = strategy && (await timed('execute', () => execute(strategy, market.bars, context)));
  const signal = execution?.signal ?? null;
  const found = strategy ? findLookAhead(strategy) : { paper: [], tree: [] };
  const prefix =
    strategy && signal && (await timed('check', () => checkPrefixes(strategy, signal, market, context)));
  const flagged = found.paper.length + found.tree.length > 0 || prefix?.leak === true;
  const replayed =
    strategy && signal && wantsReplay(index, flagged, context)
      ? await timed('replay', () => replay(strategy, signal, market, context))
      : null;
  const { task } = market;
  const primary = await timed('backtest', async () => scoreWindow(market, task.primary, signal, context));
  const sayToDo = await timed('judge', () => judge(delivery, context));
  const record: UnitRecord = {
    index,
    unit,
    task,
    calls: log.calls,
    delivery: describe(delivery, context),
    execution: outcome(execution, context),
    lookAhead: { ...found, prefix, replay: replayed },
    doToReal: doToReal(execution, found.paper),
    sayToDo,
    sayToResult: await timed('claim', () => claimed(delivery.claimedEdge, signal, primary, market, context)),
    primary,
    alternate: task.alternate && scoreWindow(market, task.alternate, signal, context),
    curves: curvesOf(market, signal, context),
    injections: strategy && signal ? await timed('inject', () => injections(strategy, market, context)) : [],
  };
  const device = log.completions[0]?.timings.deviceName ?? '';
  const cachedCalls = log.completions.filter((c) => c.timings.cached).length;
  return { record, timings: { index, stages, device, cachedCalls } };
}

function describe(delivery: Delivery, context: Context): UnitRecord['delivery'] {
  const { failure, claimedEdge, language, prose, code } = delivery;
  return {
    failure,
    claimedEdge,
    language,
    prose: prose ? context.blob(prose) : null,
    code: code ? context.blob(code) : null,
  };
}

function outcome(execution: Execution | null, context: Context): UnitRecord['execution'] {
  if (!execution) return { outcome: null, detail: null, repairs: NO_REPAIRS, signal: null };
  const { outcome, detail, repairs, signal } = execution;
  return {
    outcome,
    detail,
    repairs,
    signal: signal && context.blob(new Uint8Array(signal.buffer, signal.byteOffset, signal.length)),
  };
}

function stopwatch() {
  const stages: Record<string, number> = {};
  return {
    stages,
    async timed<T>(stage: string, work: () => Promise<T>): Promise<T> {
      const start = performance.now();
      try {
        return await work();
      } finally {
        stages[stage] = (stages[stage] ?? 0) + Math.round(performance.now() - start);
      }
    },
  };
}
