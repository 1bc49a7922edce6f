/** Statistics of the whole sample, series turned round, and shifts that name the future. */
import type { Names } from '../reader/decisions.js';
import { all, calledName, numeric, parts, type Node, type NodeOf } from '../syntax/tree.js';
import { isWindowed, type Arrays } from './arrays.js';

/** Tells a finding: where, which pattern, why. */
export type Report = (at: Node, pattern: string, reason: string) => void;

const STATISTICS = new Set([
  'mean',
  'std',
  'max',
  'min',
  'median',
  'var',
  'sum',
  'quantile',
  'percentile',
  'idxmax',
  'idxmin',
  'argmax',
  'argmin',
  'nanmean',
  'nanstd',
  'nanmax',
  'nanmin',
  'nanpercentile',
  'average',
  'ptp',
  'skew',
  'kurt',
  'mode',
  'describe',
  'rank',
  'argsort',
  'qcut',
  'polyfit',
  'nlargest',
  'nsmallest',
  'corr',
  'sem',
  'mad',
  'pstdev',
  'stdev',
  'pvariance',
  'quantiles',
  'fft',
]);
const BACKWARD_FILL = new Set(['bfill', 'backfill']);
const SHIFTS = new Set(['shift', 'pct_change', 'diff', 'pctChange', 'lag', 'roll', 'tshift', 'delay', 'ref']);
const LEADS = /^(lead|forward(Return)?s?|fwd|nextBar|tomorrow|futureReturns?)$/i;
const NO_COLUMNS: ReadonlyMap<string, null> = new Map();

export function wholeSample(program: Node, names: Names, arrays: Arrays, report: Report): void {
  const whole = (node: Node | undefined): boolean =>
    node !== undefined && arrays.whole(node, NO_COLUMNS) !== null;
  const visit = (node: Node, used: boolean): void => {
    if (node.kind === 'call') checkCall(node, names, whole, used, report);
    if (node.kind === 'index') checkIndex(node, names, whole, used, report);
    if (node.kind === 'assign') {
      visit(node.target, true);
      visit(node.value, isRead(node, names));
      return;
    }
    for (const part of parts(node)) visit(part, used);
  };
  visit(program, true);
}

/** A statistic that nothing reads decides nothing. */
function isRead({ target }: NodeOf<'assign'>, names: Names): boolean {
  return target.kind === 'name' ? names.used(target.name) : true;
}

type IsWhole = (node: Node | undefined) => boolean;

function checkCall(node: NodeOf<'call'>, names: Names, whole: IsWhole, used: boolean, report: Report): void {
  const name = calledName(node) ?? '';
  const receiver = node.callee.kind === 'member' ? node.callee.object : undefined;
  shifts(node, name, names, report);
  if (!used) return;
  if (BACKWARD_FILL.has(name) && receiver) report(node, 'backward fill', 'fills gaps with later values');
  const method = node.named.find((p) => p.name === 'method')?.value;
  if (method?.kind === 'string' && BACKWARD_FILL.has(method.value)) {
    report(node, 'backward fill', 'fills gaps with later values');
  }
  const center = node.named.find((p) => p.name === 'center')?.value;
  if (center?.kind === 'name' && center.name === 'True')
    report(node, 'centred window', 'a centred window holds later bars');
  const mode = node.named.find((p) => p.name === 'mode')?.value ?? node.args[2];
  if (name === 'convolve' && mode?.kind === 'string' && mode.value === 'same') {
    report(node, 'centred window', 'a convolution of mode "same" is centred on the bar');
  }
  if (name === 'gradient' && whole(node.args[0]))
    report(node, 'centred window', 'a gradient is taken over the bar after this one');
  if (statisticOf(node, name, receiver, whole)) {
    report(node, 'whole sample', `${name} is taken over all bars, later ones included`);
  }
  if (name === 'transform' && node.args[0]?.kind === 'string' && !/^(cum|ffill)/.test(node.args[0].value)) {
    report(
      node,
      'whole sample',
      'a transform by group gives each bar a figure of the whole group, later bars included',
    );
  }
  turned(node, name, receiver, whole, report);
}

function statisticOf(
  node: NodeOf<'call'>,
  name: string,
  receiver: Node | undefined,
  whole: IsWhole,
): boolean {
  const spread = node.args.some((a) => a.kind === 'spread' && whole(a.value));
  if ((name === 'max' || name === 'min') && spread) return true;
  if (name === 'apply' && /^(max|min)$/.test(receiver?.kind === 'member' ? receiver.name : ''))
    return whole(node.args[1]);
  if (name === 'reduce' && receiver && whole(receiver)) return !buildsSeries(node);
  if (!STATISTICS.has(name)) return false;
  if (name === 'polyfit') return node.args.some((a) => whole(a));
  if (receiver && whole(receiver) && !isWindowed(receiver)) return true;
  // np.mean(c), statistics.stdev(c), own mean(c); but Math.max(a, b) compares two numbers.
  if (!whole(node.args[0]) || (node.args[0] && isWindowed(node.args[0]))) return false;
  return !((name === 'max' || name === 'min') && node.args.length > 1) && node.args.length >= 1;
}

/** A reduce that pushes or writes is a loop that builds a series, bar by bar. */
function buildsSeries(node: NodeOf<'call'>): boolean {
  const callback = node.args[0];
  if (!callback) return false;
  const initial = node.args[1];
  if (initial && (initial.kind === 'list' || initial.kind === 'other')) return true;
  return (
    all(callback, 'call').some((c) => calledName(c) === 'push') ||
    all(callback, 'assign').some((a) => a.target.kind === 'index')
  );
}

function turned(
  node: NodeOf<'call'>,
  name: string,
  receiver: Node | undefined,
  whole: IsWhole,
  report: Report,
): void {
  if (/^(reverse|toReversed)$/.test(name) && whole(receiver)) {
    report(node, 'reversed', 'the series is turned round: what comes first is the future');
  }
  if (
    /^(sort|toSorted|sort_values|sorted)$/.test(name) &&
    (whole(receiver) || (name === 'sorted' && whole(node.args[0])))
  ) {
    report(node, 'sorted', 'all bars are put in order of size, later ones included');
  }
  if (name === 'flip' && whole(node.args[0]))
    report(node, 'reversed', 'the series is turned round: what comes first is the future');
}

function shifts(node: NodeOf<'call'>, name: string, names: Names, report: Report): void {
  const amounts = [
    ...node.args,
    ...node.named.filter((p) => /^(periods|shift)$/.test(p.name)).map((p) => p.value),
  ];
  const numbers = amounts.map((a) => (a ? numeric(a, names.constant) : null));
  if (SHIFTS.has(name) && numbers.some((n) => n !== null && n < 0)) {
    report(node, 'negative shift', `${name} by a negative number brings later bars to this one`);
  }
  if (LEADS.test(name) && numbers.some((n) => n !== null && n > 0)) {
    report(node, 'negative shift', `${name} brings later bars to this one`);
  }
}

function checkIndex(
  node: NodeOf<'index'>,
  names: Names,
  whole: IsWhole,
  used: boolean,
  report: Report,
): void {
  const { at } = node;
  if (!used || at.kind !== 'slice' || !at.step) return;
  const step = numeric(at.step, names.constant);
  if (step !== null && step < 0 && whole(node.object)) {
    report(node, 'reversed', 'the series is turned round: what comes first is the future');
  }
}
