import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { Phase, Shared, type RequestId, type StreamName, type ToMain, type ToWorker } from './channel.js';
import type { Connection } from './connection.js';
import type { Json } from './message.js';

/** Stream output posted and not yet taken by the socket, in characters, at which a printing cell waits. */
const HIGH_WATER = 32 << 20;

/** The main thread's end of the worker that owns the sockets. */
export class TransportHost {
  readonly #shared = new SharedArrayBuffer(Shared.words * 4);
  readonly #words = new Int32Array(this.#shared);
  readonly #port: MessagePort;
  readonly #input: MessagePort;

  constructor(
    connection: Connection,
    info: Json,
    receive: (message: ToMain) => void,
    /** The worker could not bind its sockets, or has a bug: without it there is no kernel. */
    failed: (error: Error) => void,
  ) {
    const messages = new MessageChannel();
    const input = new MessageChannel();
    this.#port = messages.port1;
    this.#input = input.port1;
    const worker = new Worker(new URL('./worker.js', import.meta.url), {
      workerData: { connection, info, shared: this.#shared, port: messages.port2, inputPort: input.port2 },
      transferList: [messages.port2, input.port2],
      execArgv: [],
    });
    worker.on('error', failed);
    this.#port.on('message', receive);
  }

  post(message: ToWorker): void {
    this.#port.postMessage(message);
  }

  /** Stream output; waits while more than 32 million characters are on their way. */
  write(cell: RequestId, name: StreamName, text: string): void {
    if (text === '') return;
    let unsent = Atomics.add(this.#words, Shared.unsent, text.length) + text.length;
    this.post({ kind: 'stream', cell, name, text });
    while (unsent > HIGH_WATER) {
      Atomics.wait(this.#words, Shared.unsent, unsent, 1000);
      unsent = Atomics.load(this.#words, Shared.unsent);
    }
  }

  /** Asks the client for a line of input and waits for it; an interrupt ends the wait. */
  ask(cell: RequestId, prompt: string, password: boolean): string {
    while (receiveMessageOnPort(this.#input)); // an answer that came after its question was interrupted
    Atomics.store(this.#words, Shared.input, 0);
    this.post({ kind: 'input', cell, prompt, password });
    Atomics.wait(this.#words, Shared.input, 0);
    return String((receiveMessageOnPort(this.#input) as { message: unknown }).message);
  }

  /** Says what the main thread is at; returns what it was at before. */
  enter(phase: (typeof Phase)[keyof typeof Phase]): number {
    return Atomics.exchange(this.#words, Shared.phase, phase);
  }

  leave(before: number): void {
    Atomics.store(this.#words, Shared.phase, before);
  }

  get workerHearsSigint(): boolean {
    return Atomics.load(this.#words, Shared.hearsSigint) === 1;
  }

  noteInterrupt(serial: number): void {
    Atomics.store(this.#words, Shared.interrupted, serial);
  }
}
