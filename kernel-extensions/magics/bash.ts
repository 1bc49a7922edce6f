import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import type { CellOutcome } from '../types.js';
import type { Magic } from './registry.js';

/** %%bash: the cell is a shell script; its output streams into the notebook. */
export const bash: Magic = {
  name: 'bash',
  help: 'runs the cell as a bash script',
  async cell(args, body, { onInterrupt }): Promise<CellOutcome | void> {
    const child = spawn('bash', args ? args.split(/\s+/) : [], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    onInterrupt(() => child.pid && process.kill(-child.pid, 'SIGINT'));
    child.stdin.on('error', () => {}); // a script that ends before it has read itself to the end
    child.stdin.end(body);
    forward(child.stdout, process.stdout);
    forward(child.stderr, process.stderr);
    const code = await new Promise<number | string | null>((done, fail) => {
      child.on('error', (error) => fail(new Error(`bash cannot be started: ${error.message}`)));
      child.on('close', (exit, signal) => done(signal ?? exit));
    });
    if (code === 0) return;
    const evalue = `bash ended with ${typeof code === 'string' ? `signal ${code}` : `exit code ${code}`}`;
    return {
      status: 'error',
      ename: 'ShellError',
      evalue,
      traceback: [`ShellError: ${evalue}`],
      imports: [],
    };
  },
};

function forward(from: Readable, to: NodeJS.WriteStream): void {
  const decoder = new StringDecoder();
  from.on('data', (bytes: Buffer) => to.write(decoder.write(bytes)));
  from.on('end', () => to.write(decoder.end()));
}
