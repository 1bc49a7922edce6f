/** fides run: a study file into a run. */
import type { Command } from 'commander';
import { UserError } from '../../base/errors.js';
import { repeated } from '../command.js';
import type { Terminal } from '../terminal.js';

interface Options {
  readonly model?: readonly string[];
  readonly replay?: string;
  readonly parallel?: number;
}

export function addRun(program: Command, io: Terminal): void {
  program
    .command('run')
    .description('run a study, or go on with it; a complete run is left as it is')
    .argument('<study>', 'a study file, or the name of a shipped one: demo, demo-full, etf-demo, fides-v0')
    .option(
      '-m, --model <name=where>',
      'map a model of the study to a GGUF file, an hf: address or a server address (repeatable)',
      repeated,
    )
    .option('--replay <run>', 'take all completions from this run; no model is called')
    .option('--parallel <n>', 'units at once (default: processors + 1)', positive)
    .addHelpText(
      'after',
      `
Examples:
  fides run demo
  fides run my-study.yaml
  fides run fides-v0 --model gpt-4o=https://api.openai.com/v1 --model qwen-2.5-7b=qwen2.5-7b-q4.gguf`,
    )
    .action(async (study: string, options: Options) => {
      const { describeStages, runNamedStudy } = await import('../study.js');
      const summary = await runNamedStudy(
        study,
        { mapping: options.model, replay: options.replay, parallel: options.parallel },
        io,
      );
      if (io.json) io.printJson(summary);
      else {
        io.print(
          `${summary.id}: ${summary.computed === 0 ? `complete, ${summary.units} units, nothing to do` : `${summary.computed} of ${summary.units} units computed`}`,
        );
        for (const line of describeStages(summary.stages)) io.print(line);
        io.print(`  ${summary.folder}`);
      }
    });
}

function positive(text: string): number {
  const n = Number(text);
  if (!Number.isInteger(n) || n < 1)
    throw new UserError(`--parallel ${text} is not a number of units.`, 'Give a whole number from 1.');
  return n;
}
