/** The `fides` command. One file a command in commands/; each adds itself to the program. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { shipped } from '../base/paths.js';
import { InterruptedError, UserError } from '../base/errors.js';
import { commands } from './commands/index.js';
import { terminal, type Terminal } from './terminal.js';

/** Runs the command line and sets the exit code: 0 done, 1 a bug (with its stack) or a check that failed, 2 something a user can mend, 130 interrupted. */
export async function main(argv: readonly string[]): Promise<void> {
  const version = (JSON.parse(readFileSync(shipped('package.json'), 'utf8')) as { version: string }).version;
  const io = terminal(argv);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', endWithReader);
  const program = new Command('fides')
    .description(
      'Regenerate, rerun and question the evidence behind trading strategies written by language models.',
    )
    .version(version)
    .option('-q, --quiet', 'no progress, only results and errors')
    .option('--json', 'results as JSON on standard output')
    .showHelpAfterError('(add --help for the options)')
    .exitOverride();
  for (const add of commands) add(program, io);
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    process.exitCode = explain(error, io);
    if (error instanceof InterruptedError) process.exit(); // what is still at work must not hold it up
  }
}

/** `fides ... | head` closes the pipe once it has what it wants: nobody reads on, so there is nothing to go on for. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}

function explain(error: unknown, io: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof InterruptedError) {
    io.error(`fides: ${error.message}`);
    return 130;
  }
  if (error instanceof UserError) {
    io.error(`fides: ${error.message}`);
    return 2;
  }
  io.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}
