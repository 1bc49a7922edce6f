/** A local server that speaks as Yahoo's chart service and Binance's archive do, and fails on demand. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { strToU8, zipSync } from 'fflate';
import { isoDay, type Bars } from 'fides/market';

/** What may go wrong with one request; the next of the list is used up by each request. */
export type Fault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string }
  /** The connection breaks after this share of the body. */
  | { readonly kind: 'cut'; readonly share: number }
  /** The body is other bytes of the same length. */
  | { readonly kind: 'garbled' }
  /** A whole reply whose text ends early. */
  | { readonly kind: 'short' };

export interface ReplayServer {
  readonly address: string;
  /** Paths asked for, with the range asked for, in order. */
  readonly requests: string[];
  /** Faults for paths that end so. */
  fail(end: string, ...faults: Fault[]): void;
  close(): Promise<void>;
}

/** @param bodies what each path (without its query) answers */
export async function replayServer(bodies: ReadonlyMap<string, Uint8Array>): Promise<ReplayServer> {
  const requests: string[] = [];
  const faults: { end: string; fault: Fault }[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname;
    requests.push(request.headers.range ? `${path} ${request.headers.range}` : path);
    const index = faults.findIndex(({ end }) => path.endsWith(end));
    const [next] = index < 0 ? [] : faults.splice(index, 1);
    answer(request, response, bodies.get(path), next?.fault);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (end, ...more) => void faults.push(...more.map((fault) => ({ end, fault }))),
    close: () => shut(server),
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  body: Uint8Array | undefined,
  fault: Fault | undefined,
): void {
  if (fault?.kind === 'status') {
    response.writeHead(fault.status, fault.retryAfter ? { 'retry-after': fault.retryAfter } : {});
    return void response.end('busy');
  }
  if (!body)
    return void response.writeHead(404).end('{"chart":{"result":null,"error":{"code":"Not Found"}}}');
  const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (start >= body.length) return void response.writeHead(416).end();
  const whole = fault?.kind === 'garbled' ? body.map((byte) => byte ^ 1) : body;
  const rest = whole.subarray(start, fault?.kind === 'short' ? whole.length >> 1 : whole.length);
  response.writeHead(start > 0 ? 206 : 200, {
    'content-length': rest.length,
    ...(start > 0 && { 'content-range': `bytes ${start}-${body.length - 1}/${body.length}` }),
  });
  if (fault?.kind !== 'cut') return void response.end(rest);
  response.write(rest.subarray(0, Math.floor(rest.length * fault.share)), () => {
    setTimeout(() => response.destroy(), 20);
  });
}

function shut(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((closed) => server.close(() => closed()));
}

/** A chart reply as Yahoo sends it: seconds of the session's opening in New York, quotes and adjusted closes in columns. */
export function yahooChart(bars: Bars): Uint8Array {
  const quote = {
    open: [...bars.open, null],
    high: [...bars.high, null],
    low: [...bars.low, null],
    close: [...bars.close, null],
    volume: [...bars.volume, null],
  };
  const gmtoffset = -18_000;
  const opening = (ms: number) => ms / 1000 + 9.5 * 3600 - gmtoffset;
  const result = {
    meta: {
      currency: 'USD',
      symbol: bars.symbol,
      exchangeName: 'PCX',
      instrumentType: 'ETF',
      gmtoffset,
      timezone: 'EST',
      exchangeTimezoneName: 'America/New_York',
      dataGranularity: '1d',
    },
    // A last stamp without values, as on a day that has not traded yet.
    timestamp: [...Array.from(bars.time, opening), opening(bars.time.at(-1)! + 86_400_000)],
    events: { dividends: {} },
    indicators: { quote: [quote], adjclose: [{ adjclose: [...(bars.adjClose ?? bars.close), null] }] },
  };
  return strToU8(JSON.stringify({ chart: { result: [result], error: null } }));
}

/** A month of the archive: the zip and the file with its checksum, by path. */
export function binanceMonth(bars: Bars, month: string): [path: string, body: Uint8Array][] {
  const micro = month >= '2025';
  const lines = Array.from(bars.time, (ms, t) => {
    if (!isoDay(ms).startsWith(month)) return '';
    const stamp = (time: number) => (micro ? `${time}000` : String(time));
    const prices = [bars.open[t]!, bars.high[t]!, bars.low[t]!, bars.close[t]!].map((price) =>
      price.toFixed(8),
    );
    const volume = bars.volume[t]!.toFixed(8);
    return [stamp(ms), ...prices, volume, stamp(ms + 86_399_999), volume, 1000, volume, volume, 0].join(',');
  });
  const name = `${bars.symbol}-1d-${month}`;
  const zip = zipSync({ [`${name}.csv`]: strToU8(`${lines.filter((line) => line !== '').join('\n')}\n`) });
  const path = `/data/spot/monthly/klines/${bars.symbol}/1d/${name}.zip`;
  const digest = createHash('sha256').update(zip).digest('hex');
  return [
    [path, zip],
    [`${path}.CHECKSUM`, strToU8(`${digest}  ${name}.zip\n`)],
  ];
}
