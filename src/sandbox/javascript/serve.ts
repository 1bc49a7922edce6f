/** The thread's side of the pipe: frames come in from the main thread, answers go out directly. */
import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { FrameReader, frame, type Frame } from '../frames.js';
import { READY } from '../wire.js';

/** Longest frame that the parent may send: bars of some 5 million rows. */
const CAP = 256 * 2 ** 20;

/** Says ready and handles frames one after the other. */
export function serve(handle: (frame: Frame) => void | Promise<void>): void {
  const reader = new FrameReader(CAP);
  let turn = Promise.resolve();
  parentPort!.on('message', (chunk: Uint8Array) => {
    for (const next of reader.push(Buffer.from(chunk))) turn = turn.then(() => handle(next));
  });
  send(frame(READY));
}

/** Writes all of it before it returns, however slowly the parent reads. */
export function send(bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
