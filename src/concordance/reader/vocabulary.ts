/** The indicators that the reader knows, as words of prose and as words of code. */

export const FAMILIES = [
  'sma',
  'ema',
  'rsi',
  'bollinger',
  'donchian',
  'momentum',
  'volatility',
  'macd',
  'atr',
  'volume',
  'stochastic',
  'zscore',
  'adx',
  'cci',
  'vwap',
  'obv',
  'range',
  'calendar',
] as const;
export type Family = (typeof FAMILIES)[number];

interface Vocabulary {
  readonly prose: RegExp;
  /** Against identifiers split into lower-case words: `fastSma_20` is 'fast sma 20'. */
  readonly code: RegExp;
}

export const VOCABULARY: Readonly<Record<Family, Vocabulary>> = {
  // A bare "average" or "mean" may be of either kind; prose.ts settles it.
  sma: {
    prose:
      /\bS?MAs?\b|\b(?<!exponential )moving[- ]averages?\b|\b(rolling|simple|\d+[- ]day) (mean|average)s?\b|\baverages?\b|\bmean\b(?![- ]rever)/i,
    code: /\b(sma|ma|avg|average|mean|means|smas|moving)\b/,
  },
  ema: {
    prose:
      /\bEMAs?\b|\bEWMA?\b|\bexponential(ly)?[- ](weighted )?(moving )?(averages?|cross\w*)|\bexponential average/i,
    code: /\b(ema|emas|ewm|ewma|exponential)\b/,
  },
  rsi: { prose: /\bRSI\b|\brelative strength index\b|\boversold\b/i, code: /\b(rsi|rs|gain|gains)\b/ },
  bollinger: {
    prose:
      /\bbollinger\b|\b(lower|upper|middle)( bollinger)? bands?\b|\bband (reversion|deviations?)\b|\bstandard deviations? (below|above|under|over|from|away)/i,
    code: /\b(bollinger|bb|band|bands|upper|lower)\b/,
  },
  donchian: {
    prose:
      /\bdonchian\b|\bchannel\b|\bbreakout\b|\bbreaks?\b.*\b(high|low)s?\b|\b(highest|lowest)\b|\bnew (\S+[- ]day )?(high|low)\b|\b\d+[- ](day|bar|week) (high|low)\b/i,
    code: /\b(donchian|channel|highest|lowest|hh|ll|breakout|top|bot)\b/,
  },
  momentum: {
    prose:
      /\bmomentum\b|\brate of change\b|\bROC\b|\b(positive|negative|trailing|past|prior|previous|daily|\S+[- ]day|cumulative) returns?\b|\bprevious (close|day)\b|\bprior (close|day)\b|\byesterday\b|\bconsecutive\b|\b(up|down)[- ]days?\b|\b(days|months|weeks|bars) (ago|earlier)\b|\b(higher|lower) (close|than)\b|\brising\b|\bfalling\b|\bslope\b/i,
    code: /\b(momentum|mom|roc|pct change|diff|slope|ret|rets|returns)\b/,
  },
  volatility: {
    prose: /\bvolatil\w*\b|\bstandard deviation of\b|\brealis?z?ed vol\b|\bcalm\b/i,
    code: /\b(vol|volatility|std|stdev|stddev|dev|sd|variance|calm|sigma)\b/,
  },
  macd: { prose: /\bMACD\b/i, code: /\b(macd)\b/ },
  atr: { prose: /\bATR\b|\baverage true range\b|\btrue range\b/i, code: /\b(atr|tr|true range)\b/ },
  volume: { prose: /\bvolumes?\b/i, code: /\b(volume|volumes)\b/ },
  stochastic: { prose: /\bstochastic\b|%K\b/i, code: /\b(stoch|stochastic)\b/ },
  zscore: {
    prose: /\bz[- ]?scores?\b|\bstandardi[sz]ed (distance|deviation)\b/i,
    code: /\b(z|zscore|z score|zs)\b/,
  },
  adx: { prose: /\bADX\b|\bdirectional index\b/i, code: /\b(adx)\b/ },
  cci: { prose: /\bCCI\b|\bcommodity channel index\b/i, code: /\b(cci)\b/ },
  vwap: { prose: /\bVWAP\b/i, code: /\b(vwap)\b/ },
  obv: { prose: /\bOBV\b|\bon[- ]balance volume\b/i, code: /\b(obv)\b/ },
  range: {
    prose:
      /\binside (day|bar)\b|\bgap\w*\b|\bintraday range\b|\bclose location\b|\bIBS\b|\b(daily|day's) range\b/i,
    code: /\b(gap|ibs|inside)\b/,
  },
  calendar: {
    prose:
      /\b(mon|tues|wednes|thurs|fri)days?\b|\bday of (the )?week\b|\bturn[- ]of[- ](the[- ])?month\b|\bmonth[- ]end\b|\b(january|october|november|may) (to|through|until)\b|\bsell in may\b|\bseason\w*\b|\bevery \w+ (days?|bars?)\b|\b(first|last) \w+ ?(trading )?days? of\b|\bof (the|each|every) month\b/i,
    code: /\b(weekday|dayofweek|get utc day|get day|month|get utc month|get month|day of week)\b/,
  },
};

/** Families that stand for another in code: a band is an average and a deviation. */
export const IMPLIES: Readonly<Partial<Record<Family, readonly Family[]>>> = {
  bollinger: ['sma', 'volatility', 'zscore'],
  zscore: ['sma', 'volatility', 'bollinger'],
  macd: ['ema'],
  rsi: ['momentum', 'ema', 'sma'],
  atr: ['volatility', 'range', 'sma', 'ema'],
  stochastic: ['donchian', 'sma'],
  cci: ['sma', 'volatility'],
  volatility: ['momentum', 'sma', 'atr'],
  adx: ['atr', 'ema', 'sma'],
  vwap: ['volume', 'sma'],
  obv: ['volume', 'momentum'],
  momentum: ['range'],
};

/** 'fastSma_20' becomes 'fast sma 20'. */
export function words(identifier: string): string {
  return identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/([a-z])(\d)/gi, '$1 $2')
    .replace(/_+/g, ' ')
    .trim()
    .toLowerCase();
}

/** A bare "average" beside an exponential one means that one; "average volume" and "average true range" are no averages of price. */
export function familiesInProse(text: string): Set<Family> {
  const found = new Set(FAMILIES.filter((f) => VOCABULARY[f].prose.test(text)));
  if (!found.has('sma')) return found;
  const plain = /\bSMAs?\b|\bsimple\b|\bMAs?\b/i.test(text);
  const ofPrice = VOCABULARY.sma.prose.test(
    text.replace(
      /\baverage true range\b|\baverage (of )?(the )?(daily )?(trading )?volume\b|\bvolume\b[^.;]{0,30}\baverage\b/gi,
      ' ',
    ),
  );
  if (!plain && (found.has('ema') || !ofPrice)) found.delete('sma');
  return found;
}

export function familiesInWords(text: string): Set<Family> {
  return new Set(FAMILIES.filter((f) => VOCABULARY[f].code.test(text)));
}
