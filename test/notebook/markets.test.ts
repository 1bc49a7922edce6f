/** Prices for the signals of a run, and one of its strategies. */
import * as assert from 'uvu/assert';
import { backtest } from 'fides/backtest';
import { marketsOf, strategyOf } from 'fides/notebook';
import { openRun, type Manifest, type Run } from 'fides/study';
import { suite } from '../support/suite.js';

const test = suite('notebook/markets');
const run = openRun('reports/reference/run');

const refused = async (work: () => unknown): Promise<string> => {
  try {
    await work();
  } catch (error) {
    assert.is((error as Error).name, 'UserError');
    return (error as Error).message;
  }
  return 'nothing was refused';
};

/** The run as if its study had read other data. */
const withData = (config: unknown, data: Partial<Manifest['data'][number]> = {}): Run => ({
  ...run,
  manifest: {
    ...run.manifest,
    config: { ...(run.manifest.config as object), data: config },
    data: run.manifest.data.map((entry) => ({ ...entry, ...data })),
  },
});

test('signals of a run, traded again on the prices of its study, give the metrics of its records', async () => {
  const markets = await marketsOf(run);
  for (const record of run.records.filter((r) => r.execution.outcome === 'ok')) {
    const { bars, window } = markets.get(record.unit.task)!;
    assert.equal(backtest(bars.close, run.signal(record)!, window).metrics, record.primary.strategy);
  }
});

test('where the prices are not at hand, the error says what to set', async () => {
  delete process.env.FIDES_ELSEWHERE;
  assert.match(
    await refused(() => marketsOf(withData({ source: 'folder', path: '$FIDES_ELSEWHERE/etf' }))),
    /holds no prices: its study read them from \$FIDES_ELSEWHERE\/etf\. Set FIDES_ELSEWHERE to that folder/,
  );
});

test('other prices than those of the run are refused', async () => {
  const other = withData({ source: 'sp500' }, { digest: 'f'.repeat(64) });
  assert.match(
    await refused(() => marketsOf(other)),
    /SPX that are at hand are not those of the run .*ffffffffffff…/,
  );
});

test('a strategy that the run does not have is refused with those that it has', async () => {
  assert.is(strategyOf(run, 7), run.records[7]);
  assert.match(await refused(() => strategyOf(run, 99)), /has no strategy 99\. Its strategies are 0 to 39\./);
});

test.run();
