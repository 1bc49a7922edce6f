import * as assert from 'uvu/assert';
import { parseBars, type ReadOptions, type Warning } from 'fides/market';
import { UserError } from '#fides/base/errors.js';
import { suite } from '../support/suite.js';

const test = suite('validation of bars');

const tidy = (...lines: string[]) => ['date,open,high,low,close,volume', ...lines].join('\n');
const adjustedTidy = (...lines: string[]) =>
  ['date,open,high,low,close,adj_close,volume', ...lines].join('\n');
const GOOD = '2024-01-02,100,102,99,101,5';

/** What each file is refused with; lines count from 1, the header included. */
const REFUSED: readonly (readonly [fact: string, text: string, message: RegExp])[] = [
  ['a duplicate day', tidy(GOOD, GOOD), /^x\.csv:3: 2024-01-02 stands here and on line 2\. Keep one bar/],
  [
    'an unsorted day',
    tidy(GOOD, '2023-12-29,1,1,1,1,1'),
    /^x\.csv:3: 2023-12-29 comes after 2024-01-02\. Sort/,
  ],
  ['a missing day', tidy(GOOD, ',1,1,1,1,1'), /^x\.csv:3: no time\. Write an ISO day/],
  ['a day that does not exist', tidy('2023-02-30,1,1,1,1,1'), /^x\.csv:2: "2023-02-30" is not an ISO day/],
  ['a day written another way', tidy('02/01/2024,1,1,1,1,1'), /^x\.csv:2: "02\/01\/2024" is not an ISO day/],
  ['a high below the low', tidy('2024-01-02,100,98,99,100,5'), /^x\.csv:2: high 98 is below low 99/],
  ['a price of NaN', tidy('2024-01-02,100,102,99,NaN,5'), /^x\.csv:2: close "NaN" is not a number/],
  ['a missing price', tidy('2024-01-02,100,,99,101,5'), /^x\.csv:2: no high\./],
  ['a price in hexadecimal', tidy('2024-01-02,0x10,102,99,101,5'), /^x\.csv:2: open "0x10" is not a number/],
  [
    'a negative price',
    tidy('2024-01-02,100,102,-99,101,5'),
    /^x\.csv:2: low -99 is not a price\. Prices are above 0/,
  ],
  ['a price of zero', tidy('2024-01-02,100,102,99,0,5'), /^x\.csv:2: close 0 is not a price/],
  [
    'a price beyond all bounds',
    tidy('2024-01-02,100,1e300,99,101,5'),
    /^x\.csv:2: high 1e300 is not a price/,
  ],
  ['a negative volume', tidy('2024-01-02,100,102,99,101,-5'), /^x\.csv:2: volume "-5" is not a volume/],
  ['a missing volume', tidy('2024-01-02,100,102,99,101,'), /^x\.csv:2: no volume/],
  ['too few cells', tidy('2024-01-02,100,102'), /^x\.csv:2: 3 cells where 6 belong/],
  ['a decimal comma', tidy('2024-01-02,"100,5",102,99,101,5'), /^x\.csv:2: open "100,5" is not a number/],
  ['an open quote', tidy('2024-01-02,"100,102,99,101,5'), /^x\.csv:2: a quote is out of place/],
  [
    'adjusted closes on some lines only',
    adjustedTidy('2024-01-02,100,102,99,101,101,5', '2024-01-03,100,102,99,101,,5'),
    /^x\.csv:3: no adjusted close, .*adjusted and unadjusted prices are mixed/,
  ],
  ['a header without bars', tidy(), /^x\.csv holds no bars/],
  ['an empty file', '', /^x\.csv:1: "" begins no known file of bars\. Expected tidy: /],
  ['a page of HTML', '<!DOCTYPE html>\n<html>', /^x\.csv:1: "<!DOCTYPE html>" begins no known file/],
  ['a header without closes', 'date,open,high,low\n1,2,3,4', /begins no known file/],
];

for (const [fact, text, message] of REFUSED)
  test(`${fact} is refused with its place and the mend`, () => {
    try {
      parseBars(Buffer.from(text), 'x.csv');
      assert.unreachable();
    } catch (error) {
      assert.instance(error, UserError);
      assert.match((error as UserError).message, message);
      assert.ok((error as UserError).mend.length > 10);
    }
  });

test('bytes that are not text are refused', () => {
  assert.throws(() => parseBars(Uint8Array.of(0xff, 0xfe, 0x41), 'x.csv'), /x\.csv is not text in UTF-8/);
  assert.throws(() => parseBars(Buffer.from('date\0'), 'x.csv'), /x\.csv is not text in UTF-8/);
});

test('a format asked for by name is the only one tried', () => {
  assert.throws(
    () => parseBars(Buffer.from(tidy(GOOD)), 'x.csv', { format: 'yahoo' }),
    /begins no yahoo file/,
  );
  assert.throws(
    () => parseBars(Buffer.from(tidy(GOOD)), 'x.csv', { format: 'excel' }),
    /"excel" is not a format.*tidy, vega-datasets, yahoo, stooq, binance/,
  );
});

function warningsOf(text: string, options: ReadOptions = {}): string[] {
  const warnings: Warning[] = [];
  parseBars(Buffer.from(text), 'x.csv', { ...options, warn: (warning) => void warnings.push(warning) });
  return warnings.map(({ place, message }) => `${place} ${message}`);
}

test('a long gap is a warning: 5 days on an exchange, 1 around the clock, or what is asked', () => {
  const text = tidy(GOOD, '2024-01-08,100,102,99,101,5');
  assert.equal(warningsOf(text), ['x.csv:3 2024-01-08: 6 days after the bar before it']);
  assert.equal(warningsOf(text, { gapDays: 6 }), []);
  const overWeekend = tidy('2024-01-05,1,1,1,1,1', '2024-01-08,1,1,1,1,1');
  assert.equal(warningsOf(overWeekend), []);
  assert.equal(warningsOf(overWeekend, { calendar: 'continuous' }), [
    'x.csv:3 2024-01-08: 3 days after the bar before it',
  ]);
});

test('a weekend on an exchange is a warning', () => {
  const week = ['01', '02', '03', '04', '05', '06'].map((day) => `2024-01-${day},1,1,1,1,1`);
  assert.equal(warningsOf(tidy(...week)), ['x.csv:7 2024-01-06: a weekend, where exchanges are closed']);
});

test('an adjusted series that loses its adjustment is a warning', () => {
  const text = adjustedTidy('2024-01-02,100,102,99,100,100,5', '2024-01-03,100,102,99,100,90,5');
  assert.equal(warningsOf(text), [
    'x.csv:3 2024-01-03: adjusted / unadjusted close falls: adjusted and unadjusted prices seem mixed',
  ]);
});

test('a price that halves over night is a warning', () => {
  const text = tidy(GOOD, '2024-01-03,50,51,49,50,5');
  assert.equal(warningsOf(text), [
    'x.csv:3 2024-01-03: the price is 0.495 times that of the bar before it: a split left unadjusted?',
  ]);
});

test('an open outside its high and low is a warning', () => {
  assert.equal(warningsOf(tidy('2024-01-02,105,102,99,101,5')), [
    'x.csv:2 2024-01-02: open 105 lies outside low 99 and high 102',
  ]);
});

test.run();
