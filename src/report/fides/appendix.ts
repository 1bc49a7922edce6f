/** The appendix: every strategy as its own page part, as data for the template. */
import type { Metrics } from '../../backtest/index.js';
import type { TestedClaim, Verdict } from '../../concordance/index.js';
import { keywordReading, type Run, type UnitRecord } from '../../study/index.js';
import { fixed, percent, signed, typesetMinus } from '../format.js';
import { GREY, INK, PALETTE } from '../style.js';
import { failed, label, sayToDo } from './evidence.js';

export interface Strategy {
  readonly index: number;
  readonly name: string;
  readonly model: string;
  readonly arm: string;
  readonly task: string;
  readonly window: string;
  /** The gaps and the Sharpe ratio in a line. */
  readonly summary: string;
  readonly prose: string;
  /** Null where the prose ends with it. */
  readonly claimedEdge: string | null;
  /** Lines of code, with what was found in each. */
  readonly lines: readonly {
    readonly n: number;
    readonly text: string;
    readonly findings: readonly string[];
  }[];
  readonly outcome: string;
  readonly gaps: readonly { readonly name: string; readonly score: string; readonly detail: string }[];
  /** As the rules and, where one was asked, a model read them. */
  readonly claims: readonly string[];
  readonly lookAhead: string;
  readonly results: readonly { readonly name: string; readonly cells: readonly string[] }[];
  readonly sparkline: string | null;
}

export function strategiesOf(run: Run): Strategy[] {
  return run.records.map((record) => strategyOf(run, record));
}

function strategyOf(run: Run, record: UnitRecord): Strategy {
  const { claimedEdge, prose } = record.delivery;
  const told = prose ? run.text(prose).trim() : '';
  return {
    index: record.index,
    name: label(record),
    model: record.unit.model,
    arm: record.unit.arm,
    task: record.unit.task,
    window: `${record.primary.window.start} to ${record.primary.window.end}`,
    summary: typesetMinus(summaryOf(record)),
    prose: told,
    claimedEdge: claimedEdge !== null && !told.includes(claimedEdge) ? claimedEdge : null,
    lines: linesOf(run, record),
    outcome: sentence(outcomeOf(record)),
    gaps: gapsOf(record),
    claims: claimsOf(record).map(typesetMinus),
    lookAhead: typesetMinus(lookAheadOf(record)),
    results: resultsOf(record).map(({ name, cells }) => ({ name, cells: cells.map(typesetMinus) })),
    sparkline: sparkline(run, record),
  };
}

function summaryOf(record: UnitRecord): string {
  const { doToReal, sayToResult, primary } = record;
  const said = sayToDo(record);
  return [
    `say→do ${said === null ? '–' : fixed(2)(said)}`,
    `do→real ${fixed(2)(doToReal.score)}`,
    `say→result ${fixed(2)(sayToResult.score)}`,
    primary.strategy ? `Sharpe ${signed(2)(primary.strategy.sharpe)}` : 'failed',
  ].join(', ');
}

function linesOf(run: Run, { delivery, lookAhead }: UnitRecord): Strategy['lines'] {
  if (!delivery.code) return [];
  const found = [...lookAhead.paper, ...lookAhead.tree];
  return run
    .text(delivery.code)
    .trimEnd()
    .split('\n')
    .map((text, i) => ({
      n: i + 1,
      text,
      findings: [...new Set(found.filter((f) => f.line === i + 1).map((f) => `${f.detector}: ${f.reason}`))],
    }));
}

function outcomeOf(record: UnitRecord): string {
  const { outcome, detail, repairs } = record.execution;
  const mended = Object.entries(repairs)
    .filter(([, n]) => n > 0)
    .map(([kind, n]) => `${n} ${kind}`);
  const repaired = mended.length > 0 ? `; repaired: ${mended.join(', ')}` : '';
  if (record.delivery.failure) return `reply not read: ${record.delivery.failure}`;
  return failed(record) ? `${outcome}${detail ? `: ${detail}` : ''}` : `runs${repaired}`;
}

/** Messages of engines end with a full stop, or without one. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function gapsOf(record: UnitRecord): Strategy['gaps'] {
  const { sayToDo, doToReal, sayToResult } = record;
  const score = (value: number | null) => (value === null ? '–' : fixed(2)(value));
  const yes = (value: boolean) => (value ? 'yes' : 'no');
  return [
    ...[...sayToDo.judges, sayToDo.rule, sayToDo.reader].map((v, i) => ({
      name: i === 0 ? 'say→do' : '',
      score: score(v.score),
      detail: [v.judge, detailOf(v)].filter(Boolean).join(': '),
    })),
    {
      name: 'do→real',
      score: score(doToReal.score),
      detail: `runs ${yes(doToReal.runs)}, active ${yes(doToReal.active)}, causal ${yes(doToReal.causal)}`,
    },
    {
      name: 'say→result',
      score: score(sayToResult.score),
      detail: keywordReading(record),
    },
  ];
}

/** What failed, and why where the judge says so; a model answers yes or no only. */
function detailOf({ checks, evidence }: Verdict): string {
  const failing = checks
    ? Object.entries(checks)
        .filter(([, ok]) => !ok)
        .map(([check]) => check)
    : [];
  const summary = checks ? (failing.length === 0 ? 'd, i, x, m hold' : `not ${failing.join(', ')}`) : '';
  const reasons = evidence
    .filter((reason) => !/^[dixm] (yes|no)$/.test(reason))
    .filter((reason) => !checks || failing.some((check) => reason.startsWith(`${check} no`)))
    .map((reason) => reason.replace(/^[dixm] no: /, ''));
  return [summary, ...reasons.map(shortened)].filter(Boolean).join('; ');
}

/** At most 110 characters: the whole sentence is in the record. */
const shortened = (text: string): string => (text.length <= 110 ? text : `${text.slice(0, 109).trimEnd()}…`);

function claimsOf({ sayToResult: { claims, byModel } }: UnitRecord): string[] {
  return [
    ...claims.map((claim) => `rules: ${claimText(claim)}`),
    ...(byModel?.claims ?? []).map((claim) => `${byModel!.model}: ${claimText(claim)}`),
  ];
}

function claimText({ claim, realised, reference, bySign, byInterval, interval }: TestedClaim): string {
  const quantity = claim.quantity.replaceAll('-', ' ').replace('sharpe', 'Sharpe');
  const claimed = `${quantity} ${claim.comparison} ${fixed(3)(reference)}`;
  const verdict = bySign === byInterval ? `${bySign} by sign and` : `${bySign} by sign, ${byInterval}`;
  return `${claimed}: is ${fixed(3)(realised)}; ${verdict} by interval [${interval.map(fixed(3)).join(', ')}]`;
}

function lookAheadOf({ lookAhead: { paper, tree, prefix, replay } }: UnitRecord): string {
  return [
    `static ${paper.length} by pattern, ${tree.length} by tree`,
    prefix &&
      (prefix.leak
        ? `prefix check: leak at bar ${prefix.bar}`
        : `prefix check: none at ${prefix.compared} of ${prefix.cuts} cuts`),
    replay &&
      `causal replay: ${replay.differing} bars differ, worth ${signed(3)(replay.sharpeDifference)} Sharpe`,
  ]
    .filter(Boolean)
    .join('; ');
}

function resultsOf({ primary, alternate }: UnitRecord): Strategy['results'] {
  const cells = (m: Metrics | null) =>
    m === null
      ? ['–', '–', '–', '–']
      : [signed(3)(m.sharpe), percent(1)(m.totalReturn), percent(1)(m.maxDrawdown), fixed(3)(m.density)];
  return [
    { name: 'strategy', cells: cells(primary.strategy) },
    { name: 'after costs', cells: cells(primary.withCost) },
    { name: 'buy-and-hold', cells: cells(primary.buyAndHold) },
    { name: 'moving averages', cells: cells(primary.sma) },
    ...(alternate ? [{ name: 'alternate window', cells: cells(alternate.strategy) }] : []),
  ];
}

const WIDTH = 290;
const HEIGHT = 64;

/** Growth of the strategy (solid) and of holding (dashed) over the window; null when the strategy failed. */
function sparkline(run: Run, { curves }: UnitRecord): string | null {
  if (curves.strategy === null) return null;
  const strategy = run.curve(curves.strategy);
  const held = run.curve(curves.buyAndHold);
  let low = 1;
  let high = 1;
  for (const values of [strategy, held])
    for (const v of values) [low, high] = [Math.min(low, v), Math.max(high, v)];
  const y = (v: number) => (4 + ((high - v) / (high - low || 1)) * (HEIGHT - 8)).toFixed(1);
  const step = Math.max(1, Math.floor(strategy.length / WIDTH));
  const path = (values: Float64Array) =>
    Array.from(
      { length: Math.ceil(values.length / step) },
      (_, i) => `${((i * step * (WIDTH - 2)) / values.length).toFixed(1)},${y(values[i * step]!)}`,
    ).join(' ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="Growth of 1: strategy solid, buy-and-hold dashed">`,
    `<line x1="0" x2="${WIDTH}" y1="${y(1)}" y2="${y(1)}" stroke="${GREY}" stroke-width="0.4"/>`,
    `<polyline fill="none" stroke="${INK}" stroke-width="0.8" stroke-dasharray="3 2" points="${path(held)}"/>`,
    `<polyline fill="none" stroke="${PALETTE[0]}" stroke-width="1.2" points="${path(strategy)}"/>`,
    '</svg>',
  ].join('');
}
