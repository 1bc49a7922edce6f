import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { zipSync } from 'fflate';
import { formatTidy, parseBars, sliceBars, sp500, synthetic, type Bars } from 'fides/market';
import { UserError } from '#fides/base/errors.js';
import { random } from '#fides/base/random.js';
import { suite } from '../support/suite.js';
import { mutate } from './support/mutate.js';

/** FIDES_FUZZ=10000 for the full run. */
const COUNT = Number(process.env.FIDES_FUZZ ?? 1000);
const test = suite('damaged files of bars');
const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name));
const klines = fixture('BTCUSDT-1d-2023-12.csv');
/** The first 12 days of the file in the package, as it writes them. */
const sp500Lines = () => {
  const { time, open, high, low, close, volume } = sliceBars(sp500(), { from: 0, to: 12 });
  const lines = Array.from(time, (ms, t) => {
    const day = new Date(ms).toISOString().slice(0, 10);
    const prices = [open[t]!, high[t]!, low[t]!, close[t]!, close[t]!].map((price) => price.toFixed(6));
    return [day, ...prices, volume[t]].join(',');
  });
  return Buffer.from(['date,open,high,low,close,adjclose,volume', ...lines].join('\n'));
};

const FILES: readonly (readonly [format: string, name: string, bytes: Uint8Array])[] = [
  ['tidy', 'x.csv', Buffer.from(formatTidy(synthetic({ seed: 1, bars: 12 })[0]!))],
  ['yahoo', 'yahoo.csv', fixture('yahoo.csv')],
  ['stooq', 'spy_us_d.csv', fixture('spy_us_d.csv')],
  ['stooq archive', 'aapl.us.txt', fixture('aapl.us.txt')],
  ['binance', 'BTCUSDT-1d-2023-12.csv', klines],
  ['binance zip', 'BTCUSDT-1d-2023-12.zip', zipSync({ 'BTCUSDT-1d-2023-12.csv': klines })],
  ['vega-datasets', 'sp500-2000.csv', sp500Lines()],
];

for (const [format, name, original] of FILES)
  test(`${COUNT} damaged files of ${format} give sound bars or an error that says what to mend`, () => {
    const rng = random(`fuzz ${format}`);
    const seen = { bars: 0, refused: 0 };
    for (let i = 0; i < COUNT; i++) {
      const damaged = mutate(original, rng);
      try {
        checkSound(parseBars(damaged, name));
        seen.bars++;
      } catch (error) {
        if (!(error instanceof UserError)) throw new Error(`file ${i}: ${String(error)}`, { cause: error });
        assert.ok(
          error.problem.includes(name) && error.mend.length > 0 && error.message.length < 1000,
          error.message,
        );
        seen.refused++;
      }
    }
    assert.ok(seen.bars > COUNT / 100 && seen.refused > COUNT / 20, JSON.stringify(seen));
  });

function checkSound(bars: Bars): void {
  const { time, open, high, low, close, volume, adjClose } = bars;
  const prices = [open, high, low, close, ...(adjClose ? [adjClose] : [])];
  const n = time.length;
  if (n === 0 || bars.symbol === '') throw new Error('no bars, or no symbol');
  if ([...prices, volume].some((column) => column.length !== n))
    throw new Error('columns of different lengths');
  for (let t = 0; t < n; t++) {
    if (!prices.every((column) => column[t]! > 0 && column[t]! < Infinity))
      throw new Error(`a price at ${t}`);
    if (high[t]! < low[t]! || !(volume[t]! >= 0 && volume[t]! < Infinity)) throw new Error(`a bar at ${t}`);
    if (!Number.isSafeInteger(time[t]) || (t > 0 && time[t]! <= time[t - 1]!))
      throw new Error(`a time at ${t}`);
  }
}

test.run();
