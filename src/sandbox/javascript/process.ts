/** What the JavaScript children have in common: frames on standard input, one at a time, and an end with the parent. */
import { writeSync } from 'node:fs';
import { FrameReader, frame, type Frame } from '../frames.js';
import { READY } from '../wire.js';
import { watchParent } from './watchdog.js';

/** Longest frame that the parent may send: bars of some 5 million rows. */
const CAP = 256 * 2 ** 20;

/** Says ready and handles frames in their order until standard input ends. */
export function serve(handle: (frame: Frame) => void | Promise<void>): void {
  watchParent();
  const reader = new FrameReader(CAP);
  let turn = Promise.resolve();
  process.stdin.on('data', (chunk: Buffer) => {
    for (const next of reader.push(chunk)) turn = turn.then(() => handle(next));
  });
  process.stdin.on('end', () => process.exit(0));
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
