/** fides show: one strategy on a terminal. */
import type { Command } from 'commander';
import { UserError } from '../../base/errors.js';
import type { TestedClaim } from '../../concordance/index.js';
import type { Run, UnitRecord } from '../../study/index.js';
import type { Terminal } from '../terminal.js';

export function addShow(program: Command, io: Terminal): void {
  program
    .command('show')
    .description(
      'list the strategies of a run, or show one: prose, code with findings marked, checks, metrics',
    )
    .argument('<run>', 'a run: its folder, its study or study file, its id, or the beginning of its id')
    .argument('[unit]', 'a strategy: its number, or its name such as fides-demo-a/2007-08/1')
    .action(async (name: string, unit: string | undefined) => {
      const { keywordReading, openRun, unitName } = await import('../../study/index.js');
      const run = openRun(name, io.progress.note);
      if (unit === undefined) {
        if (io.json) return io.printJson(run.records);
        for (const record of run.records) io.print(summary(record, unitName(record.unit)));
        return;
      }
      const record = run.records.find((r) => String(r.index) === unit || unitName(r.unit) === unit);
      if (!record)
        throw new UserError(
          `The run ${run.id} has no strategy ${unit}.`,
          `\`fides show ${run.id}\` lists its ${run.records.length}.`,
        );
      if (io.json) io.printJson(record);
      else io.print(page(run, record, unitName(record.unit), keywordReading(record)).join('\n'));
    });
}

function summary(record: UnitRecord, name: string): string {
  const { sayToDo, doToReal, sayToResult, execution, primary } = record;
  const gaps = `${score(sayToDo.judges[0]?.score)} ${score(doToReal.score)} ${score(sayToResult.score)}`;
  const result = primary.strategy
    ? `Sharpe ${signed(primary.strategy.sharpe)} (hold ${signed(primary.buyAndHold.sharpe)})`
    : (execution.outcome ?? record.delivery.failure);
  return `${String(record.index).padStart(3)}  ${name.padEnd(34)} ${gaps}  ${result}`;
}

/**
 * The whole strategy, section by section.
 * @param reading what its score of say->result stands for
 */
function page(run: Run, record: UnitRecord, name: string, reading: string): string[] {
  const { delivery, task } = record;
  return [
    `${name}  (${run.id}, strategy ${record.index})`,
    `${task.symbol}: in sample ${window(task.inSample)}, out of sample ${window(task.primary)}`,
    '',
    heading('Says'),
    delivery.prose ? run.text(delivery.prose).trim() : '(no prose)',
    '',
    heading('Does'),
    ...(delivery.code ? marked(run.text(delivery.code), record) : [`(no code: ${delivery.failure})`]),
    '',
    ...execution(record),
    '',
    heading('Gaps'),
    ...gaps(record, reading),
    '',
    heading('Results'),
    ...results(record),
  ];
}

const heading = (text: string) => `── ${text} ${'─'.repeat(Math.max(0, 68 - text.length))}`;

function marked(code: string, { lookAhead }: UnitRecord): string[] {
  const findings = [...lookAhead.paper, ...lookAhead.tree];
  return code.split('\n').flatMap((text, i) => {
    const here = new Set(
      findings.filter((f) => f.line === i + 1).map((f) => `        ^ ${f.detector}: ${f.reason}`),
    );
    const line = `${here.size > 0 ? '>' : ' '}${String(i + 1).padStart(4)}  ${text}`;
    return [line, ...here];
  });
}

function execution({
  execution: { outcome, detail, repairs },
  lookAhead: { prefix, replay },
}: UnitRecord): string[] {
  const mended = Object.entries(repairs).filter(([, n]) => n > 0);
  return [
    `sandbox: ${outcome ?? 'not run'}${detail ? ` (${detail})` : ''}${mended.length > 0 ? `; repaired: ${mended.map(([k, n]) => `${n} ${k}`).join(', ')}` : ''}`,
    ...(prefix
      ? [
          `prefix check: ${prefix.leak ? `LEAK at bar ${prefix.bar} (cut ${prefix.cut}, by ${prefix.by})` : `no leak at ${prefix.compared} of ${prefix.cuts} cuts`}`,
        ]
      : []),
    ...(replay
      ? [
          `causal replay: ${replay.differing} bars differ; the leak was worth ${signed(replay.sharpeDifference)} Sharpe`,
        ]
      : []),
  ];
}

function gaps({ sayToDo, doToReal, sayToResult }: UnitRecord, reading: string): string[] {
  const verdicts = [...sayToDo.judges, sayToDo.rule, sayToDo.reader];
  return [
    ...verdicts.flatMap((v) => [
      `say->do    ${score(v.score)}  by ${v.judge}${
        v.checks
          ? `: ${Object.entries(v.checks)
              .map(([k, ok]) => `${k} ${ok ? 'yes' : 'NO'}`)
              .join(', ')}`
          : ''
      }`,
      ...v.evidence.map((line) => `             ${line}`),
    ]),
    `do->real   ${score(doToReal.score)}  runs ${yes(doToReal.runs)}, active ${yes(doToReal.active)}, causal ${yes(doToReal.causal)}`,
    `say->result ${score(sayToResult.score)}  ${reading}`,
    ...sayToResult.claims.map(claimLine),
    ...byModel(sayToResult),
  ];
}

function byModel({ byModel: read }: UnitRecord['sayToResult']): string[] {
  if (!read) return [];
  if (!read.claims) return [`             the reply of ${read.model} about the claims cannot be used`];
  return [`             as ${read.model} reads it:`, ...read.claims.map(claimLine)];
}

const claimLine = ({ claim, realised, reference, bySign, byInterval }: TestedClaim): string =>
  `             "${claim.text}": ${claim.quantity} ${realised.toFixed(3)} against ${reference.toFixed(3)}: ${bySign} by sign, ${byInterval} by interval`;

function results({ primary, alternate }: UnitRecord): string[] {
  const line = (
    label: string,
    m: { sharpe: number; totalReturn: number; maxDrawdown: number; density: number } | null,
  ) =>
    m
      ? `${label.padEnd(22)} Sharpe ${signed(m.sharpe)}  return ${signed(100 * m.totalReturn, 1)} %  drawdown ${(100 * m.maxDrawdown).toFixed(1)} %  density ${m.density.toFixed(3)}`
      : `${label.padEnd(22)} failed`;
  return [primary, ...(alternate ? [alternate] : [])].flatMap((w) => [
    `${window(w.window)}${w.beatsBuyAndHold ? `: beats buy-and-hold${w.flat ? ' (always flat: a degenerate win)' : ''}` : ''}`,
    line('  strategy', w.strategy),
    line('  after costs', w.withCost),
    line('  buy-and-hold', w.buyAndHold),
    line('  moving averages', w.sma),
  ]);
}

const window = (w: { start: string; end: string }) => `${w.start}..${w.end}`;
const yes = (value: boolean) => (value ? 'yes' : 'NO');
const score = (value: number | null | undefined) =>
  value === null || value === undefined ? '  -  ' : value.toFixed(3);
const signed = (value: number, digits = 3) => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`;
