import { randomUUID } from 'node:crypto';
import type { Dealer, Subscriber } from 'zeromq';
import { endpoint, type Channel } from '../transport/connection.js';
import { decode, encode, newHeader, type Json, type Message } from '../transport/message.js';
import { Outbox } from '../transport/outbox.js';
import { spawnKernel, type KernelProcess, type ProcessOptions } from './kernel-process.js';

type Asking = 'shell' | 'control';

export interface RequestOptions {
  readonly channel?: Asking;
  readonly metadata?: Json;
  readonly buffers?: readonly Uint8Array[];
  /** Is called with each iopub message of this request, in order, status included. */
  readonly onOutput?: (message: Message) => void;
  /** Answers input requests; without it the kernel is told that there is nobody to ask. */
  readonly onInput?: (prompt: string, password: boolean) => string | Promise<string>;
}

export interface ExecuteOptions extends RequestOptions {
  readonly silent?: boolean;
  readonly storeHistory?: boolean;
  readonly stopOnError?: boolean;
  readonly userExpressions?: Readonly<Record<string, string>>;
}

/** A request that is over: its answer has come and so has `idle`, behind the last of its outputs. */
export interface Answer {
  readonly content: Json;
  readonly reply: Message;
  /** The iopub messages of this request, without status. */
  readonly outputs: readonly Message[];
}

/** The kernel's process ended while a request was open, or before it was ready. */
export class KernelDied extends Error {
  override readonly name = 'KernelDied';
}

interface Pending {
  readonly options: RequestOptions;
  readonly outputs: Message[];
  reply: Message | undefined;
  idle: boolean;
  done(answer: Answer): void;
  fail(error: Error): void;
}

/** A Jupyter client: starts a kernel, asks it things, hears what it publishes. */
export class KernelClient {
  readonly #session = randomUUID();
  readonly #pending = new Map<string, Pending>();
  readonly #listeners = new Set<(message: Message) => void>();
  #dead: KernelDied | undefined;

  private constructor(
    readonly process: KernelProcess,
    private readonly dealers: Record<Asking | 'stdin', Dealer>,
    private readonly out: Record<Asking | 'stdin', Outbox>,
    private readonly subscriber: Subscriber,
  ) {}

  /** Starts a kernel and resolves when it answers and its outputs are heard. Throws KernelDied, or after `timeoutMs`. */
  static async launch(options: ProcessOptions & { readonly timeoutMs?: number }): Promise<KernelClient> {
    const kernel = await spawnKernel(options);
    const { Dealer, Subscriber } = await import('zeromq');
    const { connection } = kernel;
    const routingId = randomUUID(); // input requests come to the identity that asked
    const dealer = (channel: Channel) => {
      const socket = new Dealer({ routingId, sendHighWaterMark: 0, receiveHighWaterMark: 0, linger: 0 });
      socket.connect(endpoint(connection, channel));
      return socket;
    };
    const dealers = { shell: dealer('shell'), control: dealer('control'), stdin: dealer('stdin') };
    const out = {
      shell: new Outbox(dealers.shell),
      control: new Outbox(dealers.control),
      stdin: new Outbox(dealers.stdin),
    };
    const subscriber = new Subscriber({ receiveHighWaterMark: 0, linger: 0 });
    subscriber.connect(endpoint(connection, 'iopub'));
    subscriber.subscribe();
    const client = new KernelClient(kernel, dealers, out, subscriber);
    client.#listen();
    await client.#ready(options.timeoutMs ?? 60_000);
    return client;
  }

  /** Sends a request; resolves when its answer and its `idle` have come. Rejects with KernelDied. */
  request(type: string, content: Json, options: RequestOptions = {}): Promise<Answer> {
    if (this.#dead) return Promise.reject(this.#dead);
    const header = newHeader(type, this.#session, 'client');
    const answer = new Promise<Answer>((done, fail) => {
      this.#pending.set(header.msg_id, { options, outputs: [], reply: undefined, idle: false, done, fail });
    });
    const { channel = 'shell', metadata = {}, buffers = [] } = options;
    void this.#send(channel, {
      identities: [],
      header,
      parent: {},
      metadata,
      content,
      buffers: buffers.map(asBuffer),
    });
    return answer;
  }

  execute(code: string, options: ExecuteOptions = {}): Promise<Answer> {
    const content = {
      code,
      silent: options.silent ?? false,
      store_history: options.storeHistory ?? !options.silent,
      user_expressions: options.userExpressions ?? {},
      allow_stdin: options.onInput !== undefined,
      stop_on_error: options.stopOnError ?? true,
    };
    return this.request('execute_request', content, options);
  }

  /** A message that has no answer, such as comm_msg. */
  async tell(type: string, content: Json): Promise<void> {
    const header = newHeader(type, this.#session, 'client');
    await this.#send('shell', { identities: [], header, parent: {}, metadata: {}, content, buffers: [] });
  }

  async interrupt(): Promise<void> {
    await this.request('interrupt_request', {}, { channel: 'control' });
  }

  /** Calls back on every iopub message, whosever it is; returns what ends that. */
  onPublished(listener: (message: Message) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks the kernel to end, and ends it when it has not within `graceMs`. */
  async shutdown(graceMs = 3000): Promise<void> {
    if (!this.#dead) {
      void this.request('shutdown_request', { restart: false }, { channel: 'control' }).catch(() => {});
      const kill = setTimeout(() => this.process.child.kill('SIGKILL'), graceMs);
      await this.process.ended;
      clearTimeout(kill);
    }
    this.#close();
  }

  #listen(): void {
    for (const channel of ['shell', 'control'] as const)
      void this.#read(this.dealers[channel], (m) => this.#answered(m));
    void this.#read(this.dealers.stdin, (m) => void this.#asked(m));
    void this.#read(this.subscriber, (m) => this.#published(m));
    void this.process.ended.then(({ code, signal }) => {
      const log = this.process.log().trim();
      this.#dead = new KernelDied(
        `The kernel ended (${signal ?? `exit code ${code}`})${log && `; it wrote:\n${log}`}`,
      );
      // what it sent before it ended is still being read
      setTimeout(() => this.#bury(), 100);
    });
  }

  #bury(): void {
    for (const { fail } of this.#pending.values()) fail(this.#dead as KernelDied);
    this.#pending.clear();
    this.#close();
  }

  #close(): void {
    for (const socket of [...Object.values(this.dealers), this.subscriber])
      if (!socket.closed) socket.close();
  }

  async #read(socket: AsyncIterable<Buffer[]>, take: (message: Message) => void): Promise<void> {
    for await (const frames of socket) {
      const message = decode(frames, this.process.connection.key);
      if (message) take(message);
    }
  }

  #send(channel: Asking | 'stdin', message: Message): Promise<void> {
    return this.out[channel].push(encode(message, this.process.connection.key));
  }

  /** The kernel is ready when the busy and idle of a request are heard: before that, subscribers may miss outputs. */
  async #ready(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(
        () => fail(new Error(`The kernel did not answer within ${timeoutMs / 1000} s.`)),
        timeoutMs,
      );
    });
    let again: NodeJS.Timeout | undefined;
    const heard = new Promise<void>((resolve, reject) => {
      const ask = () => {
        void this.request('kernel_info_request', {}).then(() => resolve(), reject);
        again = setTimeout(ask, 250);
      };
      ask();
    });
    try {
      await Promise.race([heard, late]);
    } catch (error) {
      this.process.child.kill('SIGKILL');
      throw error;
    } finally {
      clearTimeout(timer);
      clearTimeout(again);
      this.#pending.clear(); // the questions whose idle was missed
    }
  }

  #answered(message: Message): void {
    const pending = this.#pending.get(parentId(message));
    if (!pending) return;
    pending.reply = message;
    this.#settle(pending, parentId(message));
  }

  #published(message: Message): void {
    for (const listener of this.#listeners) listener(message);
    const pending = this.#pending.get(parentId(message));
    if (!pending) return;
    pending.options.onOutput?.(message);
    if (message.header.msg_type !== 'status') pending.outputs.push(message);
    else if (message.content['execution_state'] === 'idle') {
      pending.idle = true;
      this.#settle(pending, parentId(message));
    }
  }

  #settle(pending: Pending, id: string): void {
    if (!pending.reply || !pending.idle) return;
    this.#pending.delete(id);
    pending.done({ content: pending.reply.content, reply: pending.reply, outputs: pending.outputs });
  }

  async #asked(message: Message): Promise<void> {
    const answer = this.#pending.get(parentId(message))?.options.onInput;
    if (!answer) return;
    const value = await answer(String(message.content['prompt']), message.content['password'] === true);
    const header = newHeader('input_reply', this.#session, 'client');
    const content = { value, status: 'ok' };
    await this.#send('stdin', {
      identities: [],
      header,
      parent: message.header,
      metadata: {},
      content,
      buffers: [],
    });
  }
}

function parentId(message: Message): string {
  return message.parent.msg_id ?? '';
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
