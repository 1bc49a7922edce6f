/** fides models add: gives a model a name. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { ModelSpec } from '../../../models/index.js';
import { UserError } from '../../../base/errors.js';
import type { Terminal } from '../../terminal.js';

interface Options {
  readonly model?: string;
  readonly keyVariable?: string;
  readonly family?: string;
  readonly knowledgeCutoff?: string;
  readonly template?: string;
}

export function addAdd(models: Command, io: Terminal): void {
  models
    .command('add')
    .description('give a model a name: a GGUF file, one on the hub (downloaded now), or one on a server')
    .argument('<name>', 'the name that study files and tables use')
    .argument(
      '<source>',
      'a path, hf:owner/repository/file.gguf, hf:owner/repository:Q4_K_M, or https://…/v1',
    )
    .option('--model <id>', "the model's name on its server (with an address)")
    .option('--key-variable <name>', 'the environment variable that holds the key (default: OPENAI_API_KEY)')
    .option('--family <family>', 'such as qwen2; judges of the same family as a candidate draw a warning')
    .option('--knowledge-cutoff <day>', 'the last day of the training data, such as 2024-06-30')
    .option('--template <format>', 'a chat format such as chatML, for files that carry none')
    .action(async (name: string, source: string, options: Options) => {
      const { addModel, checkGguf, findGguf, modelSpec } = await import('../../../models/index.js');
      const asked = spec(name, source, options);
      const parsed = modelSpec.safeParse(asked);
      if (!parsed.success) throw wrongOptions(parsed.error.issues.map(({ message }) => message));
      if ('gguf' in parsed.data) checkGguf(await findGguf(parsed.data.gguf, io.progress));
      addModel(parsed.data);
      if (io.json) return io.printJson(parsed.data);
      io.print(`Added ${name}. \`fides models check ${name}\` tries it.`);
    });
}

function spec(name: string, source: string, options: Options): ModelSpec {
  const { model, keyVariable, template, ...about } = options;
  if (!/^https?:/.test(source)) {
    if (model ?? keyVariable) throw wrongOptions(['--model and --key-variable go with an address']);
    const gguf = source.startsWith('hf:') ? source : resolve(source);
    return { name, ...about, gguf, ...(template !== undefined && { template }) };
  }
  if (model === undefined) throw wrongOptions(['an address needs --model']);
  if (template !== undefined) throw wrongOptions(['--template goes with a GGUF file']);
  return {
    name,
    ...about,
    server: { address: source, model, ...(keyVariable !== undefined && { keyVariable }) },
  };
}

function wrongOptions(problems: readonly string[]): UserError {
  return new UserError(
    `The model cannot be added: ${problems.join('; ')}.`,
    'See `fides models add --help`.',
  );
}
