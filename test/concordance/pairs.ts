/** Prose and code with the checks that hold, written by hand: free prose as hosted models write it. */
import type { Language } from 'fides/sandbox';

export interface Pair {
  readonly name: string;
  readonly prose: string;
  readonly code: string;
  readonly language: Language;
  /** The checks that hold, of d, i, x, m. */
  readonly holds: string;
}

const sma = (fast: number, slow: number, rule = 'fast > slow ? 1 : 0') => `function strategy(df) {
  const c = df.close;
  const mean = (i, w) => { let s = 0; for (let k = 0; k < w; k++) s += c[i - k]; return s / w; };
  return c.map((_, i) => {
    if (i < ${slow}) return 0;
    const fast = mean(i, ${fast});
    const slow = mean(i, ${slow});
    return ${rule};
  });
}`;
const rsi = (
  length: number,
  low: number,
  high: number,
  { short = false, stop = '', flip = false, extra = '' } = {},
) => `function strategy(df: any): number[] {
  const close = df.close;
  const period = ${length};
  const rsi = (i: number) => {
    let gain = 0, loss = 0;
    for (let k = i - period + 1; k <= i; k++) {
      const d = close[k] - close[k - 1];
      if (d > 0) gain += d; else loss -= d;
    }
    return 100 - 100 / (1 + gain / (loss || 1e-9));
  };
  const signal = new Array(close.length).fill(0);
  let position = 0, entry = 0;
  for (let i = period; i < close.length; i++) {
    const r = rsi(i);
    if (position === 0 && r ${flip ? '>' : '<'} ${low}${extra}) { position = 1; entry = close[i]; }
    ${short ? `else if (position === 0 && r > ${high}) { position = -1; entry = close[i]; }` : ''}
    else if (position === 1 && r > ${short ? 50 : high}) position = 0;
    ${short ? 'else if (position === -1 && r < 50) position = 0;' : ''}
    ${stop}
    signal[i] = position;
  }
  return signal;
}`;
const STOP = 'if (position === 1 && close[i] < entry * 0.95) position = 0;';
const TAKE = 'if (position === 1 && close[i] > entry * 1.1) position = 0;';
const pySma = (fast: number, slow: number, tail = '') => `import pandas as pd

def strategy(df):
    fast = df['Close'].rolling(${fast}).mean()
    slow = df['Close'].rolling(${slow}).mean()
    signal = (fast > slow).astype(int)
${tail}    return signal
`;
const pyBand = (w: number, k: number, short: boolean) => `import numpy as np
import pandas as pd

def strategy(df):
    mid = df['Close'].rolling(${w}).mean()
    sd = df['Close'].rolling(${w}).std()
    lower, upper = mid - ${k} * sd, mid + ${k} * sd
    signal = pd.Series(0, index=df.index)
    signal[df['Close'] < lower] = 1
${short ? "    signal[df['Close'] > upper] = -1\n" : ''}    return signal
`;
const breakout = (n: number, out: number) => `function strategy(df) {
  let pos = 0;
  return df.close.map((x, i) => {
    if (i < ${n}) return 0;
    const highest = Math.max(...df.high.slice(i - ${n}, i));
    const lowest = Math.min(...df.low.slice(i - ${out}, i));
    if (x > highest) pos = 1;
    else if (x < lowest) pos = 0;
    return pos;
  });
}`;
const momentum = (n: number, body: string) => `function strategy(df) {
  const c = df.close;
  return c.map((x, i) => {
    if (i < ${n}) return 0;
    const momentum = x / c[i - ${n}] - 1;
    return ${body};
  });
}`;

const ts = (name: string, holds: string, prose: string, code: string): Pair => ({
  name,
  holds,
  prose,
  code,
  language: 'typescript',
});
const py = (name: string, holds: string, prose: string, code: string): Pair => ({
  name,
  holds,
  prose,
  code,
  language: 'python',
});

const CROSS =
  'Go long when the 20-day simple moving average is above the 50-day simple moving average; otherwise stay flat. No stop-loss is used.';
const RSI = 'We buy when the 14-day RSI falls below 30 and exit when RSI rises above 55. Long-only.';
const RSI_STOP =
  'We buy when the 14-day RSI falls below 30 and exit when RSI rises above 55. A 5% stop-loss below the entry price limits losses. Long-only.';
const RSI_TAKE =
  'Buy when RSI(14) is below 30; exit when the RSI is above 55 or at a profit target of 10%. Never short.';
const RSI_BOTH =
  'The strategy goes long if RSI(14) drops under 30 and goes short if RSI(14) climbs above 70. Positions are closed when RSI crosses back to 50.';
const BAND =
  'Enter long when the close falls below the lower Bollinger Band (20, 2). Go flat otherwise. The strategy never sells short.';
const BAND_BOTH =
  'Enter long when the close falls below the lower Bollinger Band (20, 2) and short when it closes above the upper band.';
const TURTLE =
  'Buy when the price closes above the highest high of the past 55 days. Exit when it closes below the lowest low of the past 20 days. Long only.';
const MOM = 'Hold the index when its 120-day return is positive, otherwise hold cash.';
const MOM_BOTH = 'Long when the 120-day return is positive and short when it is negative.';

export const PAIRS: readonly Pair[] = [
  ts('cross', 'dixm', CROSS, sma(20, 50)),
  ts('cross, other slow', 'd.xm', CROSS, sma(20, 100)),
  ts('cross, other fast', 'd.xm', CROSS, sma(10, 50)),
  ts('cross, turned round', '.ixm', CROSS, sma(20, 50, 'fast < slow ? 1 : 0')),
  ts('cross, shorts as well', '.ixm', `${CROSS} Long-only.`, sma(20, 50, 'fast > slow ? 1 : -1')),
  ts(
    'cross, volume filter',
    'dix.',
    CROSS,
    sma(20, 50, 'fast > slow && df.volume[i] > df.volume[i - 1] ? 1 : 0'),
  ),
  ts('cross, only on Mondays', 'dix.', CROSS, sma(20, 50, 'fast > slow && i % 5 === 0 ? 1 : 0')),
  ts('cross, up day asked', 'dix.', CROSS, sma(20, 50, 'fast > slow && c[i] > c[i - 1] ? 1 : 0')),
  ts(
    'both ways',
    'dixm',
    'Long when the 10-day SMA is above the 100-day SMA, short when it is below.',
    sma(10, 100, 'fast > slow ? 1 : -1'),
  ),
  ts(
    'both ways, short missing',
    '.ixm',
    'Long when the 10-day SMA is above the 100-day SMA, short when it is below.',
    sma(10, 100),
  ),
  ts(
    'golden cross by name',
    'dixm',
    'A golden-cross system: be long while SMA(50) exceeds SMA(200).',
    sma(50, 200),
  ),
  ts(
    'golden cross, 21 for 50',
    'd.xm',
    'A golden-cross system: be long while SMA(50) exceeds SMA(200).',
    sma(21, 200),
  ),
  ts('rsi', 'dixm', RSI, rsi(14, 30, 55)),
  ts('rsi, other length', 'd.xm', RSI, rsi(7, 30, 55)),
  ts('rsi, other entry', 'd.xm', RSI, rsi(14, 20, 55)),
  ts('rsi, other exit', 'di.m', RSI, rsi(14, 30, 65)),
  ts('rsi, turned round', '.ixm', RSI, rsi(14, 30, 55, { flip: true })),
  ts('rsi, stop added', 'di.m', RSI, rsi(14, 30, 55, { stop: STOP })),
  ts('rsi, target added', 'di.m', RSI, rsi(14, 30, 55, { stop: TAKE })),
  ts(
    'rsi, volume added',
    'dix.',
    RSI,
    rsi(14, 30, 55, { extra: ' && df.volume[i] > 1.5 * df.volume[i - 1]' }),
  ),
  ts('rsi with stop', 'dixm', RSI_STOP, rsi(14, 30, 55, { stop: STOP })),
  ts('rsi, stop missing', 'di.m', RSI_STOP, rsi(14, 30, 55)),
  ts('rsi, stop at 8 %', 'di.m', RSI_STOP, rsi(14, 30, 55, { stop: STOP.replace('0.95', '0.92') })),
  ts('rsi, target for stop', 'di.m', RSI_STOP, rsi(14, 30, 55, { stop: TAKE })),
  ts('rsi with target', 'dixm', RSI_TAKE, rsi(14, 30, 55, { stop: TAKE })),
  ts('rsi, target missing', 'di.m', RSI_TAKE, rsi(14, 30, 55)),
  ts('rsi both ways', 'dixm', RSI_BOTH, rsi(14, 30, 70, { short: true })),
  ts('rsi both ways, long only', '.ixm', RSI_BOTH.replace('70', '50'), rsi(14, 30, 50)),
  ts('turtle', 'dixm', TURTLE, breakout(55, 20)),
  ts('turtle, 40 days', 'd.xm', TURTLE, breakout(40, 20)),
  ts('turtle, exit at 10', 'di.m', TURTLE, breakout(55, 10)),
  ts('momentum', 'dixm', MOM, momentum(120, 'momentum > 0 ? 1 : 0')),
  ts('momentum, 60 days', 'd.xm', MOM, momentum(60, 'momentum > 0 ? 1 : 0')),
  ts('momentum both ways', 'dixm', MOM_BOTH, momentum(120, 'momentum > 0 ? 1 : -1')),
  ts('momentum, turned round', '.ixm', MOM_BOTH, momentum(120, 'momentum > 0 ? -1 : 1')),
  ts('momentum, no short', '.ixm', MOM_BOTH, momentum(120, 'momentum > 0 ? 1 : 0')),
  py('python cross', 'dixm', CROSS, pySma(20, 50)),
  py('python cross, other slow', 'd.xm', CROSS, pySma(20, 200)),
  py(
    'python cross, shorts',
    '.ixm',
    `${CROSS} It never goes short.`,
    pySma(20, 50, '    signal[fast < slow] = -1\n'),
  ),
  py('python band', 'dixm', BAND, pyBand(20, 2, false)),
  py('python band, 2.5 wide', 'd.xm', BAND, pyBand(20, 2.5, false)),
  py('python band, shorts', '.ixm', BAND, pyBand(20, 2, true)),
  py('python band both ways', 'dixm', BAND_BOTH, pyBand(20, 2, true)),
  py('python band, short missing', '.ixm', BAND_BOTH, pyBand(20, 2, false)),
  py('python band, 10 days', 'd.xm', BAND_BOTH, pyBand(10, 2, true)),
];
