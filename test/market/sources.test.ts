import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { strToU8, zipSync } from 'fflate';
import {
  formatTidy,
  isoDay,
  parseBars,
  readBars,
  readFolder,
  sp500,
  type Bars,
  type Warning,
} from 'fides/market';
import { etfFolder } from './support/etf.js';
import { suite, when } from '../support/suite.js';

const test = suite('sources of bars');
const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);
const days = (bars: Bars) => Array.from(bars.time, isoDay);
const recorder = () => {
  const warnings: Warning[] = [];
  return { warnings, warn: (warning: Warning) => void warnings.push(warning) };
};

test('a Yahoo download has adjusted closes, and its days of null are left out with a warning', () => {
  const { warnings, warn } = recorder();
  const bars = readBars(fixture('yahoo.csv'), { warn });
  assert.equal(days(bars), ['2024-01-02', '2024-01-03', '2024-01-05', '2024-01-08']);
  assert.equal([...bars.close], [102, 101.25, 98.5, 99.75]);
  assert.equal([...bars.adjClose!], [100.980003, 100.237503, 97.514999, 99.75]);
  assert.is(bars.source.format, 'yahoo');
  assert.is(bars.calendar, 'exchange');
  assert.equal(warnings, [{ place: 'yahoo.csv:4', message: 'no prices on 2024-01-04: left out' }]);
});

for (const [name, symbol] of [
  ['spy_us_d.csv', 'SPY'],
  ['kghm_d.csv', 'KGHM'],
  ['aapl.us.txt', 'AAPL'],
] as const)
  test(`${name} of Stooq holds daily bars of ${symbol}`, () => {
    const bars = readBars(fixture(name));
    assert.is(bars.symbol, symbol);
    assert.is(bars.source.format, 'stooq');
    assert.is(bars.resolution, 'day');
    assert.equal(days(bars).slice(0, 2), ['2024-01-02', '2024-01-03']);
    assert.equal([...bars.close].slice(0, 2), [102, 101.25]);
    assert.is(bars.adjClose, undefined);
    assert.match(bars.source.note!, /Stooq adjusts/);
  });

test('Binance klines run around the clock, in milliseconds or, later, microseconds with a header', () => {
  const old = readBars(fixture('BTCUSDT-1d-2023-12.csv'));
  assert.equal(days(old), ['2023-12-29', '2023-12-30', '2023-12-31']);
  assert.equal([...old.volume], [1000.5, 900.25, 800]);
  assert.is(old.symbol, 'BTCUSDT');
  assert.is(old.calendar, 'continuous');
  assert.is(old.resolution, 'day');
  const recent = readBars(fixture('BTCUSDT-1d-2025-01.csv'));
  assert.equal(days(recent), ['2025-01-01', '2025-01-02']);
  assert.is(recent.close[1], 96900);
});

test('bars within the day keep their instants', () => {
  const hours = readBars(fixture('BTCUSDT-1h-2024-01.csv'));
  assert.is(hours.resolution, 'instant');
  assert.equal([...hours.time], [1704067200000, 1704070800000]);
  const tidy = readBars(fixture('tidy-instants.csv'));
  assert.is(tidy.resolution, 'instant');
  assert.is(tidy.calendar, 'exchange');
});

test('a zip archive of klines gives the bars of the CSV in it', () => {
  const csv = readFileSync(fixture('BTCUSDT-1d-2023-12.csv'));
  const zip = zipSync({ 'BTCUSDT-1d-2023-12.csv': csv });
  const { source: _, ...fromZip } = parseBars(zip, 'BTCUSDT-1d-2023-12.zip');
  const { source: __, ...fromCsv } = readBars(fixture('BTCUSDT-1d-2023-12.csv'));
  assert.equal(fromZip, fromCsv);
});

test('an archive that is torn, empty or holds two files is refused', () => {
  const csv = strToU8('1,2');
  const torn = zipSync({ 'a.csv': csv }).slice(0, 40);
  assert.throws(() => parseBars(torn, 'a.zip'), /a\.zip is not a zip archive/);
  assert.throws(() => parseBars(zipSync({ 'a.md': csv }), 'a.zip'), /a\.zip holds 0 CSV files/);
  assert.throws(
    () => parseBars(zipSync({ 'a.csv': csv, 'b.csv': csv }), 'a.zip'),
    /a\.zip holds 2 CSV files/,
  );
});

test('the S&P 500 file has 5,105 daily bars, 2000-01-03 to 2020-04-17, without dividends', () => {
  const bars = sp500();
  assert.is(bars.symbol, 'SPX');
  assert.is(bars.time.length, 5105);
  assert.is(isoDay(bars.time[0]!), '2000-01-03');
  assert.is(isoDay(bars.time.at(-1)!), '2020-04-17');
  assert.is(bars.close[0], 1455.219971);
  assert.is(bars.close.at(-1), 2874.560059);
  assert.is(bars.adjClose, undefined);
  assert.is(bars.source.format, 'vega-datasets');
  assert.is(bars.source.note, 'price index, dividends not included');
  assert.not(bars.source.synthetic);
});

test('another file with the columns of vega-datasets keeps its name and its adjusted closes', () => {
  const text = 'date,open,high,low,close,adjclose,volume\n2024-01-02,1,2,1,2,1.9,5\n';
  const bars = parseBars(strToU8(text), 'ko.csv');
  assert.is(bars.symbol, 'KO');
  assert.equal([...bars.adjClose!], [1.9]);
});

test('bars written as tidy CSV read back the same, around the clock and on exchange days', () => {
  for (const bars of [sp500(), readBars(fixture('yahoo.csv')), readBars(fixture('BTCUSDT-1h-2024-01.csv'))]) {
    const { symbol, calendar } = bars;
    const { source: _, ...again } = parseBars(strToU8(formatTidy(bars)), 'again.csv', { symbol, calendar });
    const { source: __, ...original } = bars;
    assert.equal(again, original);
  }
});

test('a byte-order mark, Windows line endings and quotes change nothing', () => {
  const plain = readFileSync(fixture('spy_us_d.csv'), 'utf8');
  const dressed = `\ufeff${plain.replaceAll('\n', '\r\n').replace('102,1200000', '"102","1200000"')}`;
  const { source: _, ...bars } = parseBars(strToU8(dressed), 'spy_us_d.csv');
  const { source: __, ...expected } = readBars(fixture('spy_us_d.csv'));
  assert.equal(bars, expected);
});

test('a folder gives the symbols asked for, in their order, and joins months of one pair', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fides-folder-'));
  const kline = (day: number) =>
    readFileSync(fixture('BTCUSDT-1d-2023-12.csv'), 'utf8').split('\n')[day]!.trim();
  writeFileSync(join(folder, 'BTCUSDT-1d-2023-12.csv'), `${kline(0)}\n${kline(1)}\n`);
  writeFileSync(join(folder, 'BTCUSDT-1d-2024-01.zip'), zipSync({ 'k.csv': strToU8(kline(2)) }));
  writeFileSync(join(folder, 'B.csv'), 'date,open,high,low,close\n2024-01-02,1,2,1,2\n');
  writeFileSync(join(folder, 'notes.md'), 'not bars');
  assert.equal(
    readFolder(folder).map((bars) => [bars.symbol, bars.time.length]),
    [
      ['B', 1],
      ['BTCUSDT', 3],
    ],
  );
  assert.equal(
    readFolder(folder, ['BTCUSDT', 'B']).map((bars) => bars.symbol),
    ['BTCUSDT', 'B'],
  );
  const [pair] = readFolder(folder, ['btcusdt']);
  assert.equal(days(pair!), ['2023-12-29', '2023-12-30', '2023-12-31']);
  assert.is(pair!.resolution, 'day');
  assert.throws(() => readFolder(folder, ['SPY']), /has no bars of SPY.*holds B\.csv, BTCUSDT/);
});

test('a folder that mixes symbols with and without adjusted closes says so', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fides-mixed-'));
  writeFileSync(join(folder, 'A.csv'), 'date,open,high,low,close,adj_close\n2024-01-02,1,2,1,2,2\n');
  writeFileSync(join(folder, 'B.csv'), 'date,open,high,low,close\n2024-01-02,1,2,1,2\n');
  const { warnings, warn } = recorder();
  readFolder(folder, undefined, { warn });
  assert.is(warnings.length, 1);
  assert.match(warnings[0]!.message, /^B without adjusted close.*mixed/);
});

const etf = etfFolder();
when(
  test,
  etf !== null,
  'bars of the ETFs: no folder in FIDES_DATA',
)('the ETF folder holds the eight symbols with adjusted closes and nothing to warn of', () => {
  const { warnings, warn } = recorder();
  const all = readFolder(etf!, undefined, { warn });
  assert.equal(all.map((bars) => bars.symbol).slice(0, 8), [
    'SPY',
    'QQQ',
    'IWM',
    'EFA',
    'TLT',
    'GLD',
    'XLF',
    'XLE',
  ]);
  assert.ok(all.every((bars) => bars.adjClose !== undefined && bars.calendar === 'exchange'));
  assert.equal(warnings, []);
});

test.run();
