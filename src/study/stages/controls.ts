/** Withholding the future: the prefix check, the causal replay, and the dose-response of injected look-ahead. */
import { backtest } from '../../backtest/index.js';
import {
  causalReplay,
  doToReal,
  inject,
  paperFindings,
  prefixCheck,
  treeFindings,
  type Finding,
  type PrefixCheck,
} from '../../concordance/index.js';
import type { StrategyCode } from '../../sandbox/index.js';
import type { InjectionRecord, ReplayRecord } from '../types.js';
import type { Context, Market } from './context.js';
import { barsKey, execute } from './execute.js';

export async function checkPrefixes(
  strategy: StrategyCode,
  signal: Int8Array,
  market: Market,
  context: Context,
): Promise<PrefixCheck | null> {
  const cuts = context.study.checks['prefix-cuts'];
  if (cuts === 0) return null;
  const { bars, primary } = market;
  return context.cache.through('prefix', { strategy, bars: barsKey(bars), primary, cuts }, () =>
    prefixCheck(context.sandbox, strategy, bars, signal, primary, { cuts, seed: 0 }),
  );
}

/** Runs on flagged strategies and on a seeded sample, as the study says. */
export function wantsReplay(index: number, flagged: boolean, context: Context): boolean {
  const { replay } = context.study.checks;
  if (replay === 'all' || replay === 'none') return replay === 'all';
  return flagged || context.replaySample.has(index);
}

export async function replay(
  strategy: StrategyCode,
  signal: Int8Array,
  market: Market,
  context: Context,
): Promise<ReplayRecord> {
  const { bars, primary } = market;
  const stored = await context.cache.through(
    'replay',
    { strategy, bars: barsKey(bars), primary },
    async () => {
      const made = await causalReplay(context.sandbox, strategy, bars, primary);
      return {
        ...made,
        signal: Buffer.from(made.signal.buffer, made.signal.byteOffset, made.signal.length).toString(
          'base64',
        ),
      };
    },
  );
  const causal = new Int8Array(Buffer.from(stored.signal, 'base64'));
  const periodsPerYear = context.study.engine['periods-per-year'];
  const { metrics } = backtest(bars.close, causal, primary, { periodsPerYear });
  const full = backtest(bars.close, signal, primary, { periodsPerYear }).metrics;
  return {
    calls: stored.calls,
    failures: stored.failures,
    differing: stored.differing,
    signal: context.blob(new Uint8Array(causal.buffer)),
    metrics,
    sharpeDifference: full.sharpe - metrics.sharpe,
  };
}

/** The paper injects into the strategies that run; so do we. */
export async function injections(
  strategy: StrategyCode,
  market: Market,
  context: Context,
): Promise<InjectionRecord[]> {
  const { injections: names, 'replay-injections': replayed } = context.study.checks;
  const records: InjectionRecord[] = [];
  for (const injection of names) {
    const code = inject(strategy.code, strategy.language, injection);
    if (code === null) continue;
    const injected = { code, language: strategy.language };
    const execution = await execute(injected, market.bars, context);
    const paper = paperFindings(code, strategy.language);
    const tree = treeFindings(code, strategy.language);
    const { signal } = execution;
    const prefix = signal && (await checkPrefixes(injected, signal, market, context));
    const causal = signal && replayed ? await replay(injected, signal, market, context) : null;
    records.push({
      injection,
      outcome: execution.outcome,
      doToReal: doToReal(execution, paper),
      paper: paper.length > 0,
      tree: tree.length > 0,
      prefix: prefix && prefix.leak,
      replay: causal && causal.differing > 0,
    });
  }
  return records;
}

export function findLookAhead({ code, language }: StrategyCode): { paper: Finding[]; tree: Finding[] } {
  return { paper: paperFindings(code, language), tree: treeFindings(code, language) };
}
