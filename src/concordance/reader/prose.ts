/** What a description of a strategy says: directions, numbers and their roles, indicators, risk rules. */
import { familiesInProse, type Family } from './vocabulary.js';

export const RISKS = ['stop', 'take', 'time', 'trailing'] as const;
export type Risk = (typeof RISKS)[number];

/** Values in percent (stop, take, trailing) or bars (time); empty when the rule is named without a number. */
export type RiskRules = Partial<Record<Risk, readonly number[]>>;

export interface ProseNumber {
  /** As written; weeks and months in days as well: "12-month" is 12 or 252. */
  readonly values: readonly number[];
  /** The name in `fast = 20`; null for other numbers. */
  readonly name: string | null;
  readonly role: 'lookback' | 'threshold' | 'percent' | 'multiple';
  /** True in a sentence about leaving a trade. */
  readonly exit: boolean;
  readonly text: string;
}

/** A comparison that opens a long position: sign +1 is "left above right". */
export interface Relation {
  readonly kind:
    'fast-slow' | 'price-average' | 'momentum-zero' | 'oscillator' | 'price-band' | 'price-channel';
  readonly sign: 1 | -1;
  readonly text: string;
}

export interface ProseFacts {
  readonly long: boolean;
  readonly short: boolean;
  /** The prose says which directions it trades, rather than leaving it open. */
  readonly directionStated: boolean;
  readonly families: ReadonlySet<Family>;
  readonly numbers: readonly ProseNumber[];
  readonly risks: RiskRules;
  /** Leaving a trade on a signal (not on a risk rule) is described. */
  readonly signalExit: boolean;
  readonly longEntry: readonly Relation[];
  readonly text: string;
}

const NUMBER = String.raw`\d+(?:\.\d+)?`;

export function readProse(prose: string): ProseFacts {
  const text = clean(prose);
  const sentences = split(text);
  const risks = readRisks(text);
  return {
    ...readDirections(text),
    families: familiesInProse(text),
    numbers: sentences.flatMap((s) => readNumbers(s)),
    risks,
    signalExit: sentences.some((s) => s.exit && signalWords(s.text)),
    longEntry: sentences.flatMap((s) => (s.exit ? [] : readRelations(s.text))),
    text,
  };
}

/** Without the claimed edge, dates, list numbers, and typographic variants. */
function clean(prose: string): string {
  return prose
    .replace(/^\W*claimed edge\b.*$/gim, '')
    .replace(/[‐-―−]/g, '-')
    .replace(/[‘’]/g, "'")
    .replace(/\*\*|__|`/g, '')
    .replace(/\b(19|20)\d\d-\d\d-\d\d\b/g, ' ')
    .replace(/\b(from|to|in|since|until|through|during|between|and|over) (19|20)\d\d\b/gi, ' ')
    .replace(/^\s*(\(?\d+[.)]|[-*•])\s+/gm, '')
    .replace(/\bS&P 500\b/gi, 'the index')
    .replace(/\b(t\s*[+-]\s*1)\b/gi, ' ');
}

interface Sentence {
  readonly text: string;
  readonly exit: boolean;
}

const EXIT =
  /\b(exit\w*|clos(e|es|ing) (the |a |any |all |out )?(trade|position|long|short)\w*|leave|leaving|go(es)? flat|flatten|return(s)? to (cash|flat)|liquidat\w*|sell (to close|when|once|if|out|after)|sold (when|once|if)|cover\w*|out of the market|move to cash|stay(s)? (in|until)|hold(s|ing)? until|be flat|stop[- ]?loss|take[- ]?profit|risk)\b/i;

function split(text: string): Sentence[] {
  let label = '';
  return text.split('\n').flatMap((line) => {
    const labelled = /^\s*\W*([A-Za-z][A-Za-z /&-]{2,40}?)\s*:/.exec(line);
    if (labelled) label = labelled[1]!.toLowerCase();
    else if (line.trim() === '') label = '';
    const inExit = /exit|risk|stop|management/.test(label) && !/entry/.test(label);
    const inEntry = /entry|enter|buy|inputs?|signal|strategy|idea/.test(label) && !/exit/.test(label);
    return line
      .split(/(?<=[.;!?])\s+|;\s*/)
      .filter((s) => s.trim() !== '')
      .map((s) => ({
        text: s,
        exit: inExit || (!inEntry && EXIT.test(s) && !/\b(buy|go long|enter)\b/i.test(s)),
      }));
  });
}

function signalWords(text: string): boolean {
  const rest = text.replace(/\b(stop|take|time)\s*=\s*\S+/gi, '').replace(/\brisk\s*:.*$/i, '');
  return (
    /\b(cross\w*|revers\w*|back|below|above|under|over|falls?|rises?|turns?|flips?|changes?|returns? to|opposite|reaches|touches|drops?|middle|mean|no longer|when|once)\b/i.test(
      rest,
    ) &&
    /\b(average|sma|ema|ma|rsi|band|channel|momentum|signal|cross\w*|macd|price|close|mean|sign|extreme|condition|level|low|high|z-?score|trend|opposite|return)\b/i.test(
      rest,
    ) &&
    !/^\W*(risk|stop|time)\b/i.test(rest.trim()) &&
    !/\b(stop[- ]?loss|take[- ]?profit|profit target|trailing|entry price|loss (of|exceeds)|(loses|gains) )/i.test(
      rest,
    )
  );
}

function readDirections(text: string): Pick<ProseFacts, 'long' | 'short' | 'directionStated'> {
  const longOnly =
    /\blong[- ]only\b|\b(never|no|not|without|avoid\w*|does not|do not|don't|doesn't) (go |goes |going |sell |sells |take |takes |taking |open |opens |any |be )*(a )?short\w*\b|\bno short\w*|\blong or (flat|cash)\b|\blong\/(flat|cash)\b|\b(long|invested) (and|or) (flat|cash|otherwise)\b/i.test(
      text,
    );
  const shortOnly = /\bshort[- ]only\b/i.test(text);
  const asTerm = text
    .replace(
      /\bshort(er)?[- ](term|run|horizon|window|lookback|period|moving|average|SMA|EMA|MA|lived|length|dated|span|signal line)\w*/gi,
      ' ',
    )
    .replace(
      /\b(never|no|not|without|avoid\w*|does not|do not|don't|doesn't) (go |goes |going |sell |sells |take |takes |taking |open |opens |any |be )*(a )?short\w*/gi,
      ' ',
    )
    .replace(/\bshort(er)? (of|than|and long|vs)\b/gi, ' ')
    .replace(/\bin short\b/gi, ' ');
  const short =
    !longOnly &&
    (shortOnly ||
      /\blong[-/ ](and[- ])?short\b|\bshort\b|\bshorts\b|\bshorting\b|\bshorted\b|(?<![\d.])-1\b/i.test(
        asTerm,
      ));
  const long = !shortOnly && /\blong\b|\bbuy\w*\b|\benter\w*\b|\binvest\w*\b|\bhold\b/i.test(text);
  return { long, short, directionStated: longOnly || short || long };
}

const LOOKBACK_UNIT = String.raw`(?:trading |calendar |consecutive |most recent |prior |previous |past |last )*(day|session|bar|period|week|month|year)s?`;
const UNIT_DAYS: Readonly<Record<string, readonly number[]>> = {
  week: [5],
  month: [21, 20, 22],
  year: [252, 250],
};

function readNumbers({ text, exit }: Sentence): ProseNumber[] {
  const found: ProseNumber[] = [];
  const used: [number, number][] = [];
  const take = (
    pattern: RegExp,
    role: ProseNumber['role'],
    pick: (m: RegExpMatchArray) => (string | undefined)[],
    name: (m: RegExpMatchArray) => string | null = () => null,
  ) => {
    for (const m of text.matchAll(pattern)) {
      const from = m.index ?? 0;
      const to = from + m[0].length;
      if (used.some(([a, b]) => from < b && to > a)) continue;
      used.push([from, to]);
      const factors = UNIT_DAYS[(m.groups?.unit ?? '').toLowerCase()] ?? [];
      for (const written of pick(m)) {
        if (written === undefined) continue;
        const value = Number(written);
        const leaving =
          exit || /\b(exit|close (the|a|any)|sell (when|once|if)|leave|go flat)\b/i.test(text.slice(0, from));
        found.push({
          values: [value, ...factors.map((f) => f * value)],
          name: name(m),
          role,
          exit: leaving,
          text: m[0].trim(),
        });
      }
    }
  };
  take(
    new RegExp(String.raw`\b([A-Za-z][\w]*)\s*(?:=|:=)\s*(-?${NUMBER})`, 'g'),
    'lookback',
    (m) => [m[2]],
    (m) => m[1]!.toLowerCase(),
  );
  take(
    new RegExp(
      String.raw`\b(?:S?MA|EMA|RSI|ATR|MACD|ROC|ADX|CCI|Bollinger(?: bands?)?|Donchian)s?\s*\(\s*(${NUMBER})(?:[\s,/]+(${NUMBER}))?(?:[\s,/]+(${NUMBER}))?`,
      'gi',
    ),
    'lookback',
    (m) => [m[1], m[2], m[3]],
  );
  take(
    new RegExp(
      String.raw`(${NUMBER})(?:\s*(?:,|/|and|or|to)\s*(${NUMBER}))?[- ]?${LOOKBACK_UNIT.replace('(day', '(?<unit>day')}\b`,
      'gi',
    ),
    'lookback',
    (m) => (Number(m[1]) === 1 ? [m[2]] : [m[1], m[2]]),
  );
  take(
    new RegExp(
      String.raw`(${NUMBER})[/-](${NUMBER})(?=[^.]{0,30}\b(?:S?MA|EMA|average|cross\w*|MACD)\b)`,
      'gi',
    ),
    'lookback',
    (m) => [m[1], m[2]],
  );
  take(new RegExp(String.raw`(-?${NUMBER})\s*(?:%|percent\b|per cent\b)`, 'gi'), 'percent', (m) => [m[1]]);
  take(
    new RegExp(
      String.raw`(${NUMBER})\s*(?:x\b|times\b|standard deviations?|std|sigma|deviations?|ATRs?\b)`,
      'gi',
    ),
    'multiple',
    (m) => [m[1]],
  );
  take(
    new RegExp(
      String.raw`\b(?:above|below|under|over|exceeds?|beneath|than|reaches|at|crosses|back to|to|[<>]=?)\s+(?:the |a )?(?:level of |threshold of |value of )?(-?${NUMBER})\b`,
      'gi',
    ),
    'threshold',
    (m) => [m[1]],
  );
  take(
    new RegExp(String.raw`\b(?:period|lookback|window|length|span)s?(?: of| is|:)?\s+(${NUMBER})\b`, 'gi'),
    'lookback',
    (m) => [m[1]],
  );
  take(new RegExp(String.raw`\b(${NUMBER})(?=\s*(?:S?MA|EMA|RSI)\b)`, 'gi'), 'lookback', (m) => [m[1]]);
  return found.filter((n) => !(n.name !== null && /^(stop|take|time)$/.test(n.name)) && !riskNumber(n, text));
}

/** Numbers of stops, targets and holding times are judged by readRisks. */
function riskNumber(n: ProseNumber, sentence: string): boolean {
  if (n.role === 'percent')
    return /\b(stop\w*|profit|target|loss|gain\w*|loses?|trail\w*|entry|drawdown|risk\w*|capital|equity)\b/i.test(
      sentence,
    );
  if (n.role === 'multiple') return /\b(stop\w*|trail\w*)\b/i.test(sentence) && /atr/i.test(n.text);
  return (
    n.role === 'lookback' &&
    n.exit &&
    n.name === null &&
    TIME.some((p) => new RegExp(p.source, 'i').test(sentence)) &&
    /day|bar|session|week/i.test(n.text)
  );
}

const GAP = String.raw`[^.;\n\d]{0,45}?`;
const PERCENT = String.raw`(${NUMBER})\s*(?:%|percent\b|per cent\b)`;
const TIME = [
  new RegExp(String.raw`\btime\s*=\s*(\d+)`, 'gi'),
  new RegExp(String.raw`\btime[- ](?:stop|exit|limit|based)${GAP}(\d+)`, 'gi'),
  new RegExp(
    String.raw`\b(\d+)[- ](?:day|bar|session)s? (?:time (?:stop|exit|limit)|max\w* hold\w*|holding (?:period|limit))`,
    'gi',
  ),
  new RegExp(String.raw`\b(?:max\w*|longest) hold\w*(?: period| time)?${GAP}(\d+)`, 'gi'),
  new RegExp(
    String.raw`\b(?:hold|holds|held|holding|kept|keep)\b[^.;\n\d]{0,30}?(?:for|at most|up to|than|maximum of|period of)\s+(?:at most |up to |no more than |exactly |a maximum of )?(\d+) (?:trading )?(?:days?|bars?|sessions?)`,
    'gi',
  ),
  new RegExp(
    String.raw`\b(?:exit|close|leave|sell|closed|exits|liquidate|flat)\b[^.;\n\d]{0,40}?\bafter (?:holding (?:for )?)?(?:at most |a maximum of )?(\d+) (?:trading )?(?:days?|bars?|sessions?)`,
    'gi',
  ),
];
const RISK_PATTERNS: Readonly<Record<Exclude<Risk, 'time'>, readonly RegExp[]>> = {
  trailing: [
    new RegExp(String.raw`\btrail(?:ing)?(?:[- ]stop)?${GAP}${PERCENT}`, 'gi'),
    new RegExp(String.raw`${PERCENT}\s*trailing`, 'gi'),
    new RegExp(
      String.raw`\b(?:falls?|drops?|declines?) ${PERCENT}\s*(?:below|from) (?:its|the) (?:highest|peak|high|maximum)`,
      'gi',
    ),
    /\btrail\s*=\s*(\d+(?:\.\d+)?)/gi,
    new RegExp(String.raw`\btrailing${GAP}(${NUMBER})\s*(?:x |times )?ATR`, 'gi'),
  ],
  stop: [
    /\bstop(?:\s*loss|loss)?\s*=\s*(\d+(?:\.\d+)?)/gi,
    new RegExp(
      String.raw`(?<!trailing )\bstop(?:s|ped)?(?:[- ]?loss(?:es)?)?(?:[- ]out)?\b(?![- ]?profit)${GAP}${PERCENT}`,
      'gi',
    ),
    new RegExp(String.raw`${PERCENT}\s*(?:hard |fixed |protective |initial )?stop`, 'gi'),
    new RegExp(
      String.raw`\b(?:loss(?:es)?|loses?|losing|lost|down|drawdown)\b${GAP}${PERCENT}(?! (?:gain|profit))`,
      'gi',
    ),
    new RegExp(
      String.raw`\b(?:falls?|drops?|declines?)\b${GAP}${PERCENT}\s*(?:or more )?(?:below|under|from) (?:the |its )?(?:entry|purchase|buy)`,
      'gi',
    ),
    new RegExp(String.raw`${PERCENT}\s*(?:or more )?below (?:the |its )?(?:entry|purchase)`, 'gi'),
    new RegExp(String.raw`\bstop${GAP}(${NUMBER})\s*(?:x |times )?(?:the )?ATR`, 'gi'),
    new RegExp(String.raw`(${NUMBER})\s*(?:x |times )?ATR[- ]stop`, 'gi'),
  ],
  take: [
    /\btake(?:\s*profit|profit)?\s*=\s*(\d+(?:\.\d+)?)/gi,
    new RegExp(
      String.raw`\b(?:take[- ]?profits?|profit[- ](?:target|taking)|profit (?:objective|level)|target|takes? profits?)\b${GAP}${PERCENT}`,
      'gi',
    ),
    new RegExp(String.raw`${PERCENT}\s*(?:take[- ]?profit|profit[- ]target|profit|gain|target)`, 'gi'),
    new RegExp(
      String.raw`\b(?:gains?|profits?|rises?|up)\b(?! (?:target|of the))${GAP}${PERCENT}(?! (?:loss|stop|below|under))`,
      'gi',
    ),
    new RegExp(String.raw`${PERCENT}\s*(?:or more )?above (?:the |its )?(?:entry|purchase)`, 'gi'),
  ],
};
const NAMED: Readonly<Record<Risk, RegExp>> = {
  stop: /\bstop[- ]?loss(es)?\b|\bstops?\b(?! (trading|buying))|\bATR stop\b/i,
  take: /\btake[- ]?profits?\b|\bprofit[- ]target\b/i,
  time: /\btime[- ](stop|exit|limit)\b|\bmaximum holding\b/i,
  trailing: /\btrailing\b/i,
};
const DENIED =
  /\b(no|without|not use|never uses?|does not use|do not use|nor|neither)\b[^.;\n]{0,50}?\b(stops?|stop[- ]?loss\w*|take[- ]?profits?|profit[- ]targets?|targets?|time[- ](stop|exit|limit)s?|trailing[- ]stops?|risk (rules?|controls?))[^.;\n]*/gi;

function readRisks(text: string): RiskRules {
  let rest = text
    .replace(DENIED, ' ')
    .replace(/\bstops in percent\b|\btime in days\b|\(percent and days\)/gi, ' ');
  const rules: Partial<Record<Risk, number[]>> = {};
  for (const risk of ['trailing', 'stop', 'take'] as const) {
    const values: number[] = [];
    for (const pattern of RISK_PATTERNS[risk]) {
      rest = rest.replace(pattern, (...m) => {
        values.push(Number(m[1]));
        return ` <${risk}> `.replace(/stop|take/, '');
      });
    }
    if (values.length > 0) rules[risk] = [...new Set(values)];
  }
  const times = TIME.flatMap((p) => [...text.replace(DENIED, ' ').matchAll(p)].map((m) => Number(m[1])));
  if (times.length > 0) rules.time = [...new Set(times)];
  for (const risk of RISKS) {
    const named =
      risk === 'stop' ? rest.replace(/\btrail\w*[- ]stops?/gi, ' ').replace(/\btime[- ]stops?/gi, ' ') : rest;
    if (!rules[risk] && NAMED[risk].test(named)) rules[risk] = [];
  }
  return rules;
}

const ABOVE = String.raw`(?:above|over|exceeds?|higher than|greater than|>=?|on top of)`;
const BELOW = String.raw`(?:below|under|beneath|lower than|less than|<=?)`;
const FAST = String.raw`(?:fast(?:er)?|short(?:er)?(?:[- ]term)?|(?<n1>\d+)[- ]?(?:day|period|bar)?)[^.;,]{0,30}?`;
const SLOW = String.raw`[^.;,]{0,18}?(?:slow(?:er)?|long(?:er)?(?:[- ]term)|(?<n2>\d+)[- ]?(?:day|period|bar))`;
const PRICE = String.raw`\b(?:close|price|closes|it|index|market)\b[^.;,]{0,25}?`;

/** Relations in the clause that opens a long position: from "buy" or "long" to the clause on shorts. */
function readRelations(sentence: string): Relation[] {
  const start =
    /\b(buy|buys|bought|go(es)? long|enter(s|ed)?( a)? long|long when|long if|long while|long position|be long|is long|hold(s)? long|signal is 1)\b/i.exec(
      sentence,
    );
  if (!start) return [];
  let clause = sentence.slice(start.index);
  const shortAt =
    /\b(sell|go(es)? short|short when|short if|enter(s)? short|exit|and short|otherwise|never short)\b/i.exec(
      clause.slice(3),
    );
  if (shortAt) clause = clause.slice(0, shortAt.index + 3);
  const relations: Relation[] = [];
  const test = (
    kind: Relation['kind'],
    before: string,
    after: string,
    signs: (m: RegExpExecArray) => 1 | -1 = () => 1,
  ) => {
    for (const [words, sign] of [
      [ABOVE, 1],
      [BELOW, -1],
    ] as const) {
      const m = new RegExp(before + words + after, 'i').exec(clause);
      if (m) relations.push({ kind, sign: (sign * signs(m)) as 1 | -1, text: m[0].trim() });
    }
  };
  test('fast-slow', FAST, SLOW, (m) =>
    m.groups?.n1 && m.groups.n2 && Number(m.groups.n1) > Number(m.groups.n2) ? -1 : 1,
  );
  test('price-average', PRICE, String.raw`[^.;,]{0,20}?\b(?:average|mean|S?MA|EMA)\b`);
  test('oscillator', String.raw`\bRSI\b[^.;,]{0,35}?`, String.raw`\s*(?:\w+|\d+)`);
  test('price-band', PRICE, String.raw`[^.;,]{0,15}?\b(?:lower|upper)(?: bollinger)? band`);
  test(
    'price-channel',
    PRICE,
    String.raw`[^.;,]{0,20}?\b(?:highest|lowest|high of|low of|(?:donchian |upper |lower )?channel|\S+[- ]day (?:high|low))`,
  );
  test(
    'momentum-zero',
    String.raw`\b(?:momentum|return|ROC|rate of change)\b[^.;,]{0,20}?`,
    String.raw`\s*(?:zero|0\b)`,
  );
  const sign = /\b(?:return|momentum)\b[^.;,]{0,40}\b(positive|negative)\b/i.exec(clause);
  if (sign)
    relations.push({
      kind: 'momentum-zero',
      sign: sign[1]!.toLowerCase() === 'positive' ? 1 : -1,
      text: sign[0],
    });
  return relations;
}
