/** fides check: one strategy file, executed, searched for look-ahead, and backtested with and without the future. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import type { Metrics } from '../../backtest/index.js';
import { UserError } from '../../base/errors.js';
import type { CausalReplay, DoToReal, Finding, PrefixCheck, Verdict } from '../../concordance/index.js';
import type { Bars, Range, Window } from '../../market/index.js';
import type { Execution, Language } from '../../sandbox/index.js';
import { alignedColumns } from '../columns.js';
import type { Terminal } from '../terminal.js';

interface Options {
  readonly prose?: string;
  readonly data?: string;
  readonly symbol?: string;
  readonly window?: string;
  readonly thorough?: boolean;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  '.ts': 'typescript',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.py': 'python',
};

export function addCheck(program: Command, io: Terminal): void {
  program
    .command('check')
    .argument('<file>', 'a strategy in TypeScript (.ts), JavaScript (.js) or Python (.py)')
    .description('run one strategy file, search it for look-ahead, and backtest it with the future withheld')
    .option(
      '--prose <file>',
      'its description, to compare (default: the same name with .md or .txt, if there)',
    )
    .option(
      '--data <path>',
      'a folder with a file a symbol, or one file (default: the S&P 500 file that comes along)',
    )
    .option('--symbol <name>', 'which of the folder (default: the first)')
    .option(
      '--window <start..end>',
      "out-of-sample days, both inclusive (default: the paper's, 2023-01-01..2024-12-31; on the S&P 500 file 2017-01-01..2018-12-31)",
    )
    .option('--thorough', '40 cut points instead of 8')
    .addHelpText('after', '\nExample:\n  fides check strategy.ts --window 2015-01-01..2016-12-31')
    .action(async (file: string, options: Options) => {
      const checked = await check(file, options, io);
      if (io.json) io.printJson(toJson(checked));
      else for (const line of describe(checked)) io.print(line);
    });
}

interface Checked {
  readonly file: string;
  readonly code: string;
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

async function check(file: string, options: Options, io: Terminal): Promise<Checked> {
  const language = languageOf(file);
  const code = read(file);
  const prose = proseOf(file, options);
  const { bars, window, range } = await marketOf(options, io);
  const concordance = await import('../../concordance/index.js');
  const { backtest, buyAndHold } = await import('../../backtest/index.js');
  const { createSandbox } = await import('../../sandbox/index.js');
  const sandbox = createSandbox();
  try {
    const strategy = { code, language };
    const task = io.progress.task('checking', 3);
    const execution = await sandbox.run(strategy, bars);
    task.advance(1, 'withholding the future at cut points');
    const { signal } = execution;
    const thorough = options.thorough === true;
    const prefix =
      signal &&
      (await concordance.prefixCheck(sandbox, strategy, bars, signal, range, { seed: 0, thorough }));
    task.advance(1, 'calling the strategy day by day');
    const replay = signal && (await concordance.causalReplay(sandbox, strategy, bars, range));
    task.advance();
    task.done(execution.outcome);
    const paper = concordance.paperFindings(code, language);
    const measure = (s: Int8Array | null | undefined) => (s ? backtest(bars.close, s, range).metrics : null);
    return {
      file,
      code,
      bars,
      window,
      execution,
      paper,
      tree: concordance.treeFindings(code, language),
      doToReal: concordance.doToReal(execution, paper),
      prefix,
      replay,
      backtest: measure(signal),
      causal: measure(replay?.signal),
      buyAndHold: buyAndHold(bars.close, range).metrics,
      verdicts:
        prose === null
          ? []
          : [concordance.readerVerdict(prose, code, language), concordance.ruleVerdict(prose, code)],
    };
  } finally {
    await sandbox.close();
  }
}

function languageOf(file: string): Language {
  const language = LANGUAGES[extname(file).toLowerCase()];
  if (language) return language;
  throw new UserError(
    `${file}: the ending "${extname(file)}" names no language that strategies are written in.`,
    `Give a file that ends in ${Object.keys(LANGUAGES).join(', ')}.`,
  );
}

function read(file: string): string {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new UserError(`There is no file ${file}.`, 'Name a strategy file that exists.');
  }
  return readFileSync(file, 'utf8');
}

function proseOf(file: string, { prose }: Options): string | null {
  if (prose !== undefined) return read(prose);
  const stem = file.slice(0, -extname(file).length);
  const beside = [`${stem}.md`, `${stem}.txt`].find((path) => existsSync(path));
  return beside === undefined ? null : read(beside);
}

/** Total-return bars up to the end of the window, nothing later. */
async function marketOf(
  { data, symbol, window: asked }: Options,
  io: Terminal,
): Promise<{ bars: Bars; window: Window; range: Range }> {
  const market = await import('../../market/index.js');
  const [found] = market.readData(data, symbol === undefined ? undefined : [symbol], {
    warn: ({ place, message }) => io.progress.note(`warning: ${place}: ${message}`),
  });
  if (!found) throw new UserError(`There are no bars in ${data}.`, 'Name a folder or file that holds some.');
  const usual = data === undefined ? market.SP500_WINDOWS.at(-2)! : market.PAPER_WINDOW;
  const window = asked === undefined ? usual : market.parseWindow(asked);
  const all = market.adjusted(found);
  const range = market.rangeOf(all, window);
  return { bars: market.sliceBars(all, { from: 0, to: range.to }), window, range };
}

function toJson({ execution, doToReal, paper, tree, prefix, backtest, causal }: Checked): unknown {
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

function describe(checked: Checked): string[] {
  const { file, bars, window, execution, doToReal } = checked;
  const yes = (value: boolean) => (value ? 'yes' : 'no');
  const failed = execution.outcome === 'ok' ? '' : `  ${execution.outcome}: ${execution.detail ?? ''}`;
  return [
    `${basename(file)} on ${bars.symbol}, ${window.start} to ${window.end}`,
    '',
    `  runs    ${yes(doToReal.runs)}${failed}${repairs(execution)}`,
    `  active  ${yes(doToReal.active)}`,
    `  causal  ${yes(doToReal.causal)}  by the paper's patterns`,
    `  do->real ${doToReal.score.toFixed(3)}`,
    ...findings(checked),
    ...withheld(checked),
    ...performance(checked),
    ...verdicts(checked),
  ];
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
        ...all
          .filter((f) => f.line === n)
          .map(
            (f) =>
              `  ${margin} = ${f.pattern}: ${f.reason} (${f.detector === 'paper' ? "paper's pattern" : 'syntax tree'})`,
          ),
      ];
    }),
  ];
}

function withheld({ prefix, replay, bars }: Checked): string[] {
  if (!prefix) return [];
  const day = (t: number) => new Date(bars.time[t]!).toISOString().slice(0, 10);
  const found =
    prefix.bar === null || prefix.cut === null
      ? `no signal changed at ${prefix.compared} cut points${prefix.compared < prefix.cuts ? ` (at ${prefix.cuts - prefix.compared} more it does not run)` : ''}`
      : `LEAK: the signal of ${day(prefix.bar)} changes when the bars after ${day(prefix.cut)} are ${prefix.by === 'prefix' ? 'removed' : 'altered'}`;
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
