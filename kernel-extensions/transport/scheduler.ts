import type { RequestId, ToMain } from './channel.js';
import type { Json, Message } from './message.js';
import type { Request, Speaker } from './speaker.js';

/** Answered in the order they came, one after the other; all else may overtake a cell that awaits. */
const ORDERED = new Set(['execute_request', 'comm_open', 'comm_msg', 'comm_close']);
/** No answer, only busy and idle. */
const UNANSWERED = new Set(['comm_open', 'comm_msg', 'comm_close']);
/** Headers kept for late output of old cells. */
const REMEMBERED = 10_000;

interface Waiting {
  readonly id: RequestId;
  readonly message: Message;
  readonly request: Request;
}

/** Passes shell requests to the main thread and wraps each in busy and idle. */
export class Scheduler {
  #last = 0;
  #running: Waiting | undefined;
  #queue: Waiting[] = [];
  #held = false;
  #unordered: Waiting[] = [];
  readonly #open = new Map<RequestId, Waiting>();
  readonly #requests = new Map<RequestId, Request>();

  constructor(
    private readonly speaker: Speaker,
    private readonly send: (message: ToMain) => void,
    /** Resolves when all output posted so far has been handed over. */
    private readonly flush: () => Promise<void>,
  ) {}

  /** The request whose cell is running: 0 when none is. */
  get running(): RequestId {
    return this.#running?.id ?? 0;
  }

  request(id: RequestId): Request | undefined {
    return this.#requests.get(id);
  }

  accept(message: Message): void {
    const request: Request = { header: message.header, identities: message.identities, channel: 'shell' };
    const waiting = { id: ++this.#last, message, request };
    this.#remember(waiting.id, request);
    const line = ORDERED.has(message.header.msg_type) ? this.#queue : this.#unordered;
    line.push(waiting);
    this.#next();
  }

  /** Requests wait until `release`; the one that runs may finish. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.#next();
  }

  /** The main thread is through with a request: its outputs, its answer and then `idle` go out, in this order. */
  async finish(id: RequestId, content: Json, abortQueue = false): Promise<void> {
    const waiting = this.#open.get(id);
    if (!waiting) return;
    this.#open.delete(id);
    await this.flush();
    // what came before the answer is aborted, not what a client sends once it has read it
    const aborted = abortQueue ? await this.#takeQueued() : [];
    if (!UNANSWERED.has(waiting.request.header.msg_type)) await this.speaker.reply(waiting.request, content);
    await this.speaker.status(waiting.request.header, 'idle');
    for (const { request } of aborted) await this.#abort(request);
    if (this.#running !== waiting) return;
    this.#running = undefined;
    this.#next();
  }

  #next(): void {
    if (this.#held) return;
    for (const waiting of this.#unordered.splice(0)) this.#start(waiting);
    if (this.#running) return;
    this.#running = this.#queue.shift();
    if (this.#running) this.#start(this.#running);
  }

  #start(waiting: Waiting): void {
    const { id, message, request } = waiting;
    this.#open.set(id, waiting);
    void this.speaker.status(request.header, 'busy');
    const { header, content, metadata, buffers } = message;
    this.send({ kind: 'request', id, header, content, metadata, buffers });
  }

  async #takeQueued(): Promise<readonly Waiting[]> {
    await new Promise((read) => setImmediate(read)); // what already lies in the socket counts as queued
    const executes = this.#queue.filter(({ request }) => request.header.msg_type === 'execute_request');
    this.#queue = this.#queue.filter((waiting) => !executes.includes(waiting));
    return executes;
  }

  async #abort(request: Request): Promise<void> {
    await this.speaker.status(request.header, 'busy');
    await this.speaker.reply(request, { status: 'aborted' });
    await this.speaker.status(request.header, 'idle');
  }

  #remember(id: RequestId, request: Request): void {
    this.#requests.set(id, request);
    if (this.#requests.size > REMEMBERED) this.#requests.delete(id - REMEMBERED);
  }
}
