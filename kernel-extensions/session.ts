/**
 * The kernel that this process is, as seen by displays, magics and cells. Outside a kernel (a script that imports
 * `fides/kernel`) displays print their plain text.
 */
import type { Json } from './transport/message.js';
import type { RequestId } from './transport/channel.js';

export interface Session {
  /** Publishes an output of the current cell. */
  publish(type: string, content: Json, metadata?: Json, buffers?: readonly Uint8Array[]): void;
  /** Asks the user for a line; throws where the client does not allow it. */
  ask(prompt: string, password: boolean): string;
  /** Adds to the payload of the running cell's reply. */
  pay(payload: Json): void;
  currentCell(): RequestId;
}

const script: Session = {
  publish(type, content) {
    const data = content['data'] as Record<string, unknown> | undefined;
    if (/^(display_data|execute_result)$/.test(type))
      process.stdout.write(`${String(data?.['text/plain'] ?? '')}\n`);
  },
  ask() {
    throw new Error('Input can be asked for in a notebook only.');
  },
  pay() {},
  currentCell: () => 0,
};

let active: Session = script;

export function session(): Session {
  return active;
}

export function openSession(kernel: Session): void {
  active = kernel;
}
