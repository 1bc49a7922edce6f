/** Running a strategy in the sandbox, once a content: the same code on the same bars is not run again. */
import type { Bars } from '../../market/index.js';
import type { Execution, StrategyCode } from '../../sandbox/index.js';
import type { Context } from './context.js';

interface Stored extends Omit<Execution, 'signal' | 'millis'> {
  /** Base64 of the signed bytes. */
  readonly signal: string | null;
}

export async function execute(strategy: StrategyCode, bars: Bars, context: Context): Promise<Execution> {
  const deadlineMs = context.study.sandbox['deadline-seconds'] * 1000;
  const stored = await context.cache.through<Stored>(
    'execute',
    { strategy, bars: barsKey(bars), deadlineMs },
    async () => {
      const { outcome, detail, signal, repairs } = await context.sandbox.run(strategy, bars);
      return {
        outcome,
        detail,
        repairs,
        signal: signal && Buffer.from(signal.buffer, signal.byteOffset, signal.length).toString('base64'),
      };
    },
  );
  return {
    ...stored,
    millis: 0,
    signal: stored.signal === null ? null : new Int8Array(Buffer.from(stored.signal, 'base64')),
  };
}

/** What names the bars that a strategy was given. */
export function barsKey(bars: Bars): unknown {
  return {
    source: bars.source.digest,
    symbol: bars.symbol,
    first: bars.time[0],
    last: bars.time.at(-1),
    n: bars.time.length,
  };
}
