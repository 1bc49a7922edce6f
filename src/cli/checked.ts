/** One checked strategy, as JSON and as a person reads it. */
import { basename } from 'node:path';
import type { Metrics } from '../backtest/index.js';
import type { CausalReplay, DoToReal, Finding, PrefixCheck, Verdict } from '../concordance/index.js';
import type { Bars, Window } from '../market/index.js';
import type { Execution, Language } from '../sandbox/index.js';
import { alignedColumns } from './columns.js';

const IN_JAVASCRIPT = 'df.length, df.date, df.open, df.high, df.low, df.close, df.volume';

/** What a strategy finds on `df`: a wrong name gives an error that does not say so. */
export const COLUMNS: Readonly<Record<Language, string>> = {
  typescript: IN_JAVASCRIPT,
  javascript: IN_JAVASCRIPT,
  python: 'df["Open"], df["High"], df["Low"], df["Close"], df["Volume"], and the days as df.index',
};

/** What was found about one strategy file. */
export interface Checked {
  readonly file: string;
  readonly code: string;
  readonly language: Language;
  readonly bars: Bars;
  readonly window: Window;
  readonly execution: Execution;
  readonly paper: readonly Finding[];
  readonly tree: readonly Finding[];
  readonly doToReal: DoToReal;
  readonly prefix: PrefixCheck | null;
  readonly replay: CausalReplay | null;
  readonly backtest: Metrics | null;
  readonly causal: Metrics | null;
  readonly buyAndHold: Metrics;
  readonly verdicts: readonly Verdict[];
}

/** The documented fields of `fides check --json`. */
export function checkedAsJson({
  execution,
  doToReal,
  paper,
  tree,
  prefix,
  backtest,
  causal,
}: Checked): unknown {
  return {
    outcome: execution.outcome,
    runs: doToReal.runs,
    active: doToReal.active,
    static: { paper, tree },
    doToReal: doToReal.score,
    prefix: prefix && { leak: prefix.leak, cut: prefix.cut, bar: prefix.bar },
    backtest,
    causal,
  };
}

/** Lines for a terminal. */
export function describeChecked(checked: Checked): string[] {
  const { file, bars, window, execution, doToReal } = checked;
  const yes = (value: boolean) => (value ? 'yes' : 'no');
  return [
    `${basename(file)} on ${bars.symbol}, ${window.start} to ${window.end}`,
    verdict(checked),
    ...hint(checked),
    '',
    `  runs    ${yes(doToReal.runs)}${repairs(execution)}`,
    `  active  ${yes(doToReal.active)}`,
    `  causal  ${yes(doToReal.causal)}  by the paper's patterns, which read the source only`,
    `  do->real ${doToReal.score.toFixed(3)}  the paper's score of these three`,
    ...findings(checked),
    ...withheld(checked),
    ...performance(checked),
    ...verdicts(checked),
  ];
}

/** It ran, and no signal changed when the future was withheld: what the exit status tells. */
export function isSound({ execution, prefix, replay }: Checked): boolean {
  return execution.outcome === 'ok' && !prefix?.leak && !replay?.differing;
}

/** What matters most, in one line; all below it is evidence. */
function verdict(checked: Checked): string {
  const { execution, doToReal, prefix, replay, paper, tree } = checked;
  if (execution.outcome !== 'ok') return `does not run: ${execution.outcome}: ${execution.detail ?? ''}`;
  if (!isSound(checked)) return `LOOKS AHEAD: ${ahead(checked)}`;
  if (!doToReal.active) return 'runs, but never changes its position: nothing was decided';
  const cuts = prefix?.compared ?? 0;
  if (cuts === 0 && replay?.failures === replay?.calls)
    return 'runs, is active; whether it looks ahead cannot be told: it fails on every shorter history';
  const flagged = paper.length + tree.length > 0 ? ', though its source is flagged below' : '';
  return `runs, is active, and does not look ahead at ${cuts} cut points${flagged}`;
}

function ahead({ prefix, replay, bars }: Checked): string {
  if (prefix?.leak && prefix.bar !== null && prefix.cut !== null)
    return `the signal of ${day(bars, prefix.bar)} changes when the bars after ${day(bars, prefix.cut)} are ${prefix.by === 'prefix' ? 'removed' : 'altered'}`;
  return `${replay?.differing} of ${replay?.calls} days are decided otherwise when called day by day`;
}

/** A wrong column is the commonest slip: df.Close in TypeScript, df.close in Python. */
function hint({ execution: { outcome, detail }, language }: Checked): string[] {
  const missed = outcome === 'threw' && /KeyError|no attribute|undefined|not a function/.test(detail ?? '');
  return missed ? [`In ${language} the columns are ${COLUMNS[language]}.`] : [];
}

function day({ time }: Bars, at: number): string {
  return new Date(time[at]!).toISOString().slice(0, 10);
}

function repairs({ repairs: { missing, rounded, clipped } }: Execution): string {
  const parts = [
    missing && `${missing} missing became 0`,
    rounded && `${rounded} rounded`,
    clipped && `${clipped} clipped`,
  ];
  const told = parts.filter(Boolean).join(', ');
  return told ? `  (${told})` : '';
}

/** Each line that a static check flagged, once, with who flagged it and why. */
function findings({ code, paper, tree }: Checked): string[] {
  const all = [...paper, ...tree];
  if (all.length === 0) return ['', 'No look-ahead in the source, by pattern or by syntax tree.'];
  const lines = code.split('\n');
  const numbers = [...new Set(all.map((f) => f.line))].sort((a, b) => a - b);
  const width = String(numbers.at(-1)).length;
  return [
    '',
    'Look-ahead in the source:',
    ...numbers.flatMap((n) => {
      const text = (lines[n - 1] ?? '').replaceAll('\t', '    ').trimEnd();
      const indent = text.length - text.trimStart().length;
      const margin = ' '.repeat(width);
      return [
        `  ${String(n).padStart(width)} | ${text}`,
        `  ${margin} | ${' '.repeat(indent)}${'^'.repeat(Math.max(1, text.length - indent))}`,
        ...new Set(
          all
            .filter((f) => f.line === n)
            .map(
              (f) =>
                `  ${margin} = ${f.pattern}: ${f.reason} (${f.detector === 'paper' ? "paper's pattern" : 'syntax tree'})`,
            ),
        ),
      ];
    }),
  ];
}

function withheld(checked: Checked): string[] {
  const { prefix, replay } = checked;
  if (!prefix) return [];
  const found = prefix.leak
    ? `LEAK: ${ahead(checked)}`
    : `no signal changed at ${prefix.compared} cut points${prefix.compared < prefix.cuts ? ` (at ${prefix.cuts - prefix.compared} more it does not run)` : ''}`;
  const calls =
    replay &&
    `  replay  ${replay.differing} of ${replay.calls} days decided otherwise when called day by day${replay.failures > 0 ? `, ${replay.failures} calls failed` : ''}`;
  return ['', 'With the future withheld:', `  prefix  ${found}`, ...(calls ? [calls] : [])];
}

function performance({ backtest, causal, buyAndHold }: Checked): string[] {
  if (!backtest) return [];
  const row = (name: string, m: Metrics) => [
    name,
    m.sharpe.toFixed(2),
    percent(m.totalReturn),
    percent(m.maxDrawdown),
    percent(m.density),
  ];
  const rows = [
    row('as written', backtest),
    ...(causal ? [row('future withheld', causal)] : []),
    row('buy-and-hold', buyAndHold),
  ];
  const table = alignedColumns(['', ' Sharpe', ' return', ' drawdown', ' in market'], rows);
  const worth = causal && Math.abs(backtest.sharpe - causal.sharpe) >= 0.005;
  return [
    '',
    ...table.map((line) => `  ${line}`),
    ...(worth
      ? [`  Looking ahead was worth ${(backtest.sharpe - causal.sharpe).toFixed(2)} of Sharpe ratio.`]
      : []),
  ];
}

const percent = (x: number) => `${(100 * x).toFixed(1)} %`;

function verdicts({ verdicts: all }: Checked): string[] {
  return all.flatMap(({ judge, score, evidence }) => [
    '',
    `say->do by the ${judge === 'rule' ? "paper's lookback rule" : 'reader without a model'}: ${score === null ? 'undefined' : score.toFixed(2)}`,
    ...evidence.map((line) => `  ${line}`),
  ]);
}
