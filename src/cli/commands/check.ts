/** fides check: one strategy file, executed, searched for look-ahead, and backtested with and without the future. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Command } from 'commander';
import { UserError } from '../../base/errors.js';
import type { Bars, Range, Window } from '../../market/index.js';
import type { Language } from '../../sandbox/index.js';
import { checkedAsJson, COLUMNS, describeChecked, isSound, type Checked } from '../checked.js';
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

const HELP = `
A strategy is a function strategy(df) that returns -1, 0 or 1 a bar. The columns are
  TypeScript, JavaScript  ${COLUMNS.typescript}
  Python                  ${COLUMNS.python}

Exit status: 0 it runs and was not seen to look ahead, 1 it looks ahead or does not run, 2 it cannot be checked.

Example:
  fides check strategy.ts --window 2015-01-01..2016-12-31`;

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
    .addHelpText('after', HELP)
    .action(async (file: string, options: Options) => {
      const checked = await check(file, options, io);
      if (!isSound(checked)) process.exitCode = 1;
      if (io.json) io.printJson(checkedAsJson(checked));
      else for (const line of describeChecked(checked)) io.print(line);
    });
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
      language,
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
