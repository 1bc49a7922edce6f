import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { checkAnchors } from 'fides/backtest';
import {
  fetchBinance,
  fetchYahoo,
  isoDay,
  network,
  PAPER_SYMBOLS,
  readFolder,
  synthetic,
  type Bars,
  type Http,
} from 'fides/market';
import { silent } from '#fides/base/progress.js';
import { etfFolder } from './support/etf.js';
import { binanceMonth, replayServer, yahooChart, type ReplayServer } from './support/replay-server.js';
import { suite, when } from '../support/suite.js';

const test = suite('fetching bars from a server that replays the real formats');
const WINDOW = { start: '2015-01-01', end: '2024-12-31' };
const MONTHS = ['2023-12', '2024-01', '2024-02'];
const scratch = () => mkdtempSync(join(tmpdir(), 'fides-fetch-'));

/** Two symbols on exchange days and a pair around the clock, both with a little history. */
const etfs = synthetic({ seed: 4, bars: 2700, symbols: ['SPY', 'TLT'], start: '2015-01-02' }).map((bars) => ({
  ...bars,
  adjClose: bars.close.map((price, t) => price * (0.8 + (0.2 * t) / 2700)),
}));
const [pair] = synthetic({
  seed: 4,
  bars: 91,
  symbols: ['BTCUSDT'],
  start: '2023-12-01',
  calendar: 'continuous',
});
const bodies = new Map<string, Uint8Array>([
  ...etfs.map((bars) => [`/v8/finance/chart/${bars.symbol}`, yahooChart(bars)] as const),
  ...MONTHS.flatMap((month) => binanceMonth(pair!, month)),
]);

/** Does not wait, and remembers what it would have waited and said. */
function patient(): Http & { waits: number[]; notes: string[] } {
  const waits: number[] = [];
  const notes: string[] = [];
  const sleep = async (millis: number) => void waits.push(millis);
  return { ...network, sleep, progress: { ...silent, note: (line) => void notes.push(line) }, waits, notes };
}

async function withServer(work: (server: ReplayServer) => Promise<void>, replayed = bodies): Promise<void> {
  const server = await replayServer(replayed);
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

const yahoo = (folder: string, server: ReplayServer, http: Http = patient()) =>
  fetchYahoo(folder, { symbols: ['SPY', 'TLT'], window: WINDOW, server: server.address, http });
const binance = (folder: string, server: ReplayServer, http: Http = patient()) =>
  fetchBinance(folder, {
    pairs: ['BTCUSDT'],
    from: MONTHS[0]!,
    until: MONTHS[2]!,
    server: server.address,
    http,
  });
const refused = (promise: Promise<unknown>) =>
  promise.then(
    (): string => {
      throw new Error('nothing was refused');
    },
    (error: Error) => error.message,
  );
const near = (found: Float64Array, expected: Float64Array) =>
  found.forEach((value, t) => assert.ok(Math.abs(value / expected[t]! - 1) < 1e-6));

test('charts become tidy files with the days, prices and adjusted closes that were sent', () =>
  withServer(async (server) => {
    const folder = scratch();
    const all = await yahoo(folder, server);
    all.forEach((bars, i) => {
      const sent = etfs[i]!;
      const n = bars.time.length;
      assert.equal([isoDay(bars.time[0]!), isoDay(bars.time[n - 1]!)], ['2015-01-02', '2024-12-31']);
      assert.equal(bars.close, sent.close.slice(0, n));
      assert.equal(bars.adjClose, sent.adjClose.slice(0, n));
      assert.equal(bars.time, sent.time.slice(0, n));
    });
    assert.match(
      readFileSync(join(folder, 'SHA256SUMS'), 'utf8'),
      /^[0-9a-f]{64} {2}SPY\.csv\n[0-9a-f]{64} {2}TLT\.csv\n$/,
    );
    assert.equal(
      readFolder(folder).map((bars) => bars.symbol),
      ['SPY', 'TLT'],
    );
  }));

test('a busy server is asked again, after the time it names or growing waits', () =>
  withServer(async (server) => {
    server.fail('SPY', { kind: 'status', status: 429, retryAfter: '7' }, { kind: 'status', status: 500 });
    server.fail(
      'TLT',
      { kind: 'status', status: 503 },
      { kind: 'status', status: 503 },
      { kind: 'status', status: 502 },
    );
    const http = patient();
    await yahoo(scratch(), server, http);
    assert.equal(http.waits, [7000, 2000, 1000, 2000, 4000]);
    assert.match(http.notes[0]!, /SPY.*status 429; again in 7 s/);
  }));

test('a server that stays busy is an error that says so, and what was fetched is kept for the next time', () =>
  withServer(async (server) => {
    const folder = scratch();
    server.fail('TLT', ...Array.from({ length: 5 }, () => ({ kind: 'status', status: 500 }) as const));
    assert.match(
      await refused(yahoo(folder, server)),
      /TLT.* failed 5 times, the last time with status 500\. .*run the command again/,
    );
    server.requests.length = 0;
    await yahoo(folder, server);
    assert.equal(server.requests, ['/v8/finance/chart/TLT']);
    server.requests.length = 0;
    await yahoo(folder, server);
    assert.equal(server.requests, []);
  }));

test('a file that was changed, or is too short for the window, is fetched again', () =>
  withServer(async (server) => {
    const folder = scratch();
    await yahoo(folder, server);
    writeFileSync(
      join(folder, 'SPY.csv'),
      readFileSync(join(folder, 'SPY.csv'), 'utf8').replace('2015-01-05', '2015-01-04'),
    );
    server.requests.length = 0;
    await yahoo(folder, server);
    assert.equal(server.requests, ['/v8/finance/chart/SPY']);
    server.requests.length = 0;
    const http = patient();
    await fetchYahoo(folder, {
      symbols: ['TLT'],
      window: { ...WINDOW, end: '2025-03-31' },
      server: server.address,
      http,
    });
    assert.equal(server.requests, ['/v8/finance/chart/TLT']);
  }));

test('a chart cut off on the way, or whole but broken, is asked for again', () =>
  withServer(async (server) => {
    server.fail('SPY', { kind: 'cut', share: 0.5 }, { kind: 'short' }, { kind: 'garbled' });
    const http = patient();
    const [spy] = await yahoo(scratch(), server, http);
    assert.is(http.waits.length, 3);
    assert.equal(spy!.close, etfs[0]!.close.slice(0, spy!.close.length));
  }));

test('an unknown symbol, a refusal and an error in the reply are said once, without asking again', () =>
  withServer(
    async (server) => {
      const ask = (symbol: string, http: Http = patient()) =>
        refused(fetchYahoo(scratch(), { symbols: [symbol], window: WINDOW, server: server.address, http }));
      assert.match(await ask('NONE'), /status 404\. There is no such symbol/);
      assert.match(await ask('GONE'), /Yahoo Finance on GONE: Not Found, delisted\./);
      server.fail('SPY', { kind: 'status', status: 403 });
      assert.match(await ask('SPY'), /status 403\. The server refuses .*fides data import/);
      assert.is(server.requests.length, 3);
    },
    new Map([
      [
        '/v8/finance/chart/GONE',
        Buffer.from('{"chart":{"result":null,"error":{"code":"Not Found","description":"delisted"}}}'),
      ],
    ]),
  ));

test('no server at all is an error after five tries', async () => {
  const server = await replayServer(new Map());
  await server.close();
  const http = patient();
  assert.match(
    await refused(yahoo(scratch(), server, http)),
    /failed 5 times, the last time with fetch failed/,
  );
  assert.equal(http.waits, [1000, 2000, 4000, 8000]);
});

test('months of klines become one tidy file of a pair', () =>
  withServer(async (server) => {
    const folder = scratch();
    const [bars] = await binance(folder, server);
    assert.is(bars!.time.length, 91);
    assert.is(bars!.calendar, 'continuous');
    assert.equal(bars!.time, pair!.time);
    near(bars!.close, pair!.close);
    const [again] = readFolder(folder, ['BTCUSDT']);
    assert.equal(again!.close, bars!.close);
    assert.is(again!.calendar, 'continuous');
  }));

test('an archive cut off is resumed at its last byte, also by the next command', () =>
  withServer(async (server) => {
    const path = '/data/spot/monthly/klines/BTCUSDT/1d/BTCUSDT-1d-2023-12.zip';
    const half = Math.floor(bodies.get(path)!.length / 2);
    const folder = scratch();
    server.fail('12.zip', { kind: 'cut', share: 0.5 });
    await binance(folder, server);
    assert.ok(server.requests.includes(`${path} bytes=${half}-`), server.requests.join('\n'));

    const next = scratch();
    server.requests.length = 0;
    const stuck = Array.from({ length: 4 }, () => ({ kind: 'status', status: 500 }) as const);
    server.fail('01.zip', { kind: 'cut', share: 0.5 }, ...stuck);
    await refused(binance(next, server));
    assert.ok(existsSync(join(next, '.archives', 'BTCUSDT-1d-2024-01.zip.part')));
    server.requests.length = 0;
    const [bars] = await binance(next, server);
    assert.is(bars!.time.length, 91);
    assert.ok(server.requests.some((request) => /2024-01\.zip bytes=\d+-$/.test(request)));
    assert.not(server.requests.some((request) => /2023-12\.zip$/.test(request)));
  }));

test('an archive whose bytes are not those of its checksum is fetched anew, and refused when it stays so', () =>
  withServer(async (server) => {
    const garbled = { kind: 'garbled' } as const;
    server.fail('02.zip', garbled);
    const http = patient();
    const [bars] = await binance(scratch(), server, http);
    assert.is(bars!.time.length, 91);
    assert.ok(
      http.notes.some((note) =>
        /SHA-256 [0-9a-f]{64}, not [0-9a-f]{64} as its checksum file says/.test(note),
      ),
    );

    const wrong = new Map(bodies).set(
      '/data/spot/monthly/klines/BTCUSDT/1d/BTCUSDT-1d-2024-02.zip.CHECKSUM',
      Buffer.from(`${'0'.repeat(64)}  BTCUSDT-1d-2024-02.zip\n`),
    );
    await withServer(async (other) => {
      assert.match(await refused(binance(scratch(), other)), /2024-02\.zip failed 5 times.*SHA-256/);
    }, wrong);
  }));

test('a month that is not published, and months that are none, are refused', () =>
  withServer(async (server) => {
    const ask = (from: string, until: string) =>
      refused(
        fetchBinance(scratch(), { pairs: ['BTCUSDT'], from, until, server: server.address, http: patient() }),
      );
    assert.match(await ask('2024-02', '2024-03'), /2024-03\.zip\.CHECKSUM answered with status 404/);
    assert.match(await ask('2024-02', '2024-01'), /"2024-02" to "2024-01" are not months/);
    assert.match(await ask('2024', '2024-13'), /are not months/);
  }));

/** Runs the command beside the server in this process. */
async function fides(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const run = promisify(execFile)(process.execPath, ['bin/fides.js', 'data', ...args]);
  return run.then(
    (done) => ({ code: 0, ...done }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

test('the command fetches, checks against the known results, and says that made-up prices do not give them', () =>
  withServer(async (server) => {
    const to = scratch();
    const { code, stdout, stderr } = await fides(
      'fetch',
      'etf',
      '--to',
      to,
      '--symbols',
      'SPY,TLT',
      '--server',
      server.address,
    );
    assert.is(code, 0);
    assert.match(stdout, /SPY +\d+ +2015-01-02 +2024-12-31 +exchange +yes/);
    assert.match(stdout, /warning: \d of 8 known results of 2023-24 do not come out/);
    assert.match(stderr, /Yahoo Finance/);
    const checked = await fides('check', to, '--json');
    assert.is(checked.code, 0);
    const report = JSON.parse(checked.stdout) as {
      files: unknown[];
      changed: unknown[];
      anchors: { checked: number };
    };
    assert.is(report.files.length, 2);
    assert.equal(report.changed, []);
    assert.is(report.anchors.checked, 8);
  }));

test('the command fetches pairs and checks find a changed file', () =>
  withServer(async (server) => {
    const to = scratch();
    const months = ['--from', '2023-12', '--until', '2024-02'];
    const fetched = await fides(
      '--quiet',
      'fetch',
      'binance',
      'btcusdt',
      ...months,
      '--to',
      to,
      '--server',
      server.address,
    );
    assert.match(fetched.stdout, /BTCUSDT +91 +2023-12-01 +2024-02-29 +continuous/);
    assert.is(fetched.stderr, '');
    const path = join(to, 'BTCUSDT.csv');
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, lines.filter((_, i) => i !== 50).join('\n'));
    const { code, stdout } = await fides('check', to);
    assert.is(code, 1);
    assert.match(stdout, /warning: BTCUSDT\.csv:51: 2024-01-20: 2 days after the bar before it/);
    assert.match(stdout, /error: .*BTCUSDT\.csv is missing or not as SHA256SUMS says/);
  }));

test('import turns downloads into a folder, and refuses to overwrite other bars', async () => {
  const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);
  const to = scratch();
  const imported = await fides(
    'import',
    fixture('spy_us_d.csv'),
    fixture('BTCUSDT-1d-2023-12.csv'),
    '--to',
    to,
  );
  assert.is(imported.code, 0);
  assert.equal(
    readFolder(to).map(({ symbol, calendar }: Bars) => [symbol, calendar]),
    [
      ['SPY', 'exchange'],
      ['BTCUSDT', 'continuous'],
    ],
  );
  const again = await fides('import', fixture('yahoo.csv'), '--symbol', 'SPY', '--to', to);
  assert.is(again.code, 2);
  assert.match(again.stderr, /SPY\.csv is there already, with other bars/);
  const listed = await fides('list', to);
  assert.match(listed.stdout, /SPX +5105 .*\nSPY +3 /);
});

const etf = etfFolder();
when(
  test,
  etf !== null,
  'fetched ETFs against the known results: no folder in FIDES_DATA',
)(
  'the eight ETFs, replayed as Yahoo sends them with faults on the way, give every known result',
  async () => {
    const real = readFolder(etf!, PAPER_SYMBOLS);
    await withServer(
      async (server) => {
        server.fail('QQQ', { kind: 'status', status: 429 }, { kind: 'cut', share: 0.9 });
        const http = patient();
        const all = await fetchYahoo(scratch(), {
          symbols: PAPER_SYMBOLS,
          window: WINDOW,
          server: server.address,
          http,
        });
        const checks = checkAnchors(all);
        assert.is(checks.length, 33);
        assert.ok(checks.every(({ agrees }) => agrees));
      },
      new Map(real.map((bars) => [`/v8/finance/chart/${bars.symbol}`, yahooChart(bars)])),
    );
  },
);

test.run();
