import { randomUUID } from 'node:crypto';
import type { Outbox } from './outbox.js';
import { encode, newHeader, type Header, type Json } from './message.js';

/** A request as it came in: whom to answer, and under which header its outputs are published. */
export interface Request {
  readonly header: Header;
  readonly identities: readonly Buffer[];
  readonly channel: 'shell' | 'control';
}

/** Writes messages of this kernel's session: publications on iopub, answers on the socket a request came by. */
export class Speaker {
  readonly session = randomUUID();

  constructor(
    private readonly out: Record<'iopub' | 'shell' | 'control' | 'stdin', Outbox>,
    private readonly key: string,
  ) {}

  publish(
    parent: Header | undefined,
    type: string,
    content: Json,
    metadata: Json = {},
    buffers: readonly Uint8Array[] = [],
  ): Promise<void> {
    const topic = Buffer.from(`kernel.${this.session}.${type}`);
    return this.#send('iopub', [topic], parent, type, content, metadata, buffers);
  }

  status(parent: Header | undefined, execution_state: 'starting' | 'busy' | 'idle'): Promise<void> {
    return this.publish(parent, 'status', { execution_state });
  }

  /** Answers a request; the type follows from the request's own. */
  reply(request: Request, content: Json): Promise<void> {
    const type = request.header.msg_type.replace(/_request$/, '_reply');
    return this.#send(request.channel, request.identities, request.header, type, content);
  }

  askInput(request: Request, content: Json): Promise<void> {
    return this.#send('stdin', request.identities, request.header, 'input_request', content);
  }

  /** Tells a subscriber that its subscription is in effect (JEP 65). */
  welcome(topic: Buffer): Promise<void> {
    return this.#send('iopub', [topic], undefined, 'iopub_welcome', { subscription: topic.toString() });
  }

  async drained(): Promise<void> {
    await Promise.all(Object.values(this.out).map((box) => box.drained()));
  }

  #send(
    channel: keyof typeof this.out,
    identities: readonly Buffer[],
    parent: Header | undefined,
    type: string,
    content: Json,
    metadata: Json = {},
    buffers: readonly Uint8Array[] = [],
  ): Promise<void> {
    const message = {
      identities,
      header: newHeader(type, this.session),
      parent: parent ?? {},
      metadata,
      content,
      buffers: buffers.map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    };
    return this.out[channel].push(encode(message, this.key));
  }
}
