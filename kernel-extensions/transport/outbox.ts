import type { MessageLike } from 'zeromq';

interface Sender {
  send(frames: MessageLike[]): Promise<void>;
}

/**
 * Sends on one socket, one message at a time and in order. zeromq.js lets only one send wait at once and
 * throws EBUSY at the next (zeromq.js#427), which is how tslab loses output.
 */
export class Outbox {
  #tail: Promise<void> = Promise.resolve();

  constructor(readonly socket: Sender) {}

  /** Resolves when ZeroMQ has taken the message and all before it. */
  push(frames: MessageLike[]): Promise<void> {
    this.#tail = this.#tail.then(() => this.#send(frames));
    return this.#tail;
  }

  drained(): Promise<void> {
    return this.#tail;
  }

  async #send(frames: MessageLike[]): Promise<void> {
    for (;;) {
      try {
        return await this.socket.send(frames);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'EHOSTUNREACH' || code === 'EBADF') return; // the peer, or we, have gone
        if (code !== 'EAGAIN' && code !== 'EBUSY') throw error;
        await new Promise((retry) => setTimeout(retry, 1));
      }
    }
  }
}
